import { judge, type Post } from "@token-sentiment/engine-sybil";
import { ordinaryDay, UNTIL, worstDay } from "./posts.ts";

const [kind = "", count = "0", rounds = "1"] = process.argv.slice(2);
const posts: Post[] = kind === "" ? ordinaryDay(Number(count)) : worstDay(kind, Number(count));
const platforms = [...new Set(posts.map(({ platform }) => platform))].map((platform) => ({ platform, since: UNTIL - 24 * 60 * 60_000 }));
for (let round = 0; round < Number(rounds); round += 1) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { assessment } = judge({ posts, platforms, until: UNTIL, symbol: "OAK", found: posts.length });
  const [ms, mb] = [performance.now() - started, process.memoryUsage().heapUsed / 2 ** 20];
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${JSON.stringify({ ms, cpuMs: (user + system) / 1000, mb, accounts: assessment.coordinated.accounts })}\n`);
}
