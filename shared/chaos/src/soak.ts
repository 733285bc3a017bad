import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chance } from "@token-sentiment/testing";
import { aftermath, audit } from "./audit.ts";
import { startLoad } from "./load.ts";
import { openHandles, rssMib } from "./process-figures.ts";
import { isClean, reportOf } from "./run.ts";
import { abortWaiters, cutConnections } from "./waste.ts";
import { watchRows } from "./witness.ts";
import { startWorld, type World } from "./world.ts";

const USAGE = `npm run soak -- [--jobs N] [--aborts N] [--reconnects N] [--clients N]

  Works N jobs (100000) on one broker and prints the resident memory of every process as it goes; then leaves long-polls and streams (10000)
  before they are answered, cuts connections to the broker (1000), and tells what is still open afterwards. Linux only.
`;
/** Rows of the curve. */
const POINTS = 20;
/** Room for the facts of 100,000 jobs, 5 KB each with these engines; rows and usage get twice as much. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Above what a gateway keeps an unused connection for, 72 s. */
const QUIET_MS = 80_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const row = (cells: readonly (string | number)[]): void => say(`| ${cells.join(" | ")} |`);
const figuresOf = ({ all }: World, of: (pid: number) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(all.pids()).map(([name, pid]) => [name, of(pid)]));

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const options = { jobs: text, aborts: text, reconnects: text, clients: text, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return say(USAGE);
  const wanted = Number(values.jobs ?? 100_000);
  await using world = await startWorld({ nodes: 1, capacity: 256, maxBytes: MAX_BYTES });
  await using gateway = await world.open("gateway");
  using witness = watchRows(gateway);
  const { all } = world;
  const names = Object.keys(all.pids());
  const handlesBefore = figuresOf(world, openHandles);
  const phase = { most: wanted };
  const loadOf = (symbol: string, seed: number) =>
    startLoad({
      urls: () => all.urls,
      key: all.key,
      random: chance(seed),
      atOnce: Number(values.clients ?? 64),
      goOn: (submitted) => submitted < phase.most,
      symbol: () => symbol,
    });

  const load = loadOf("CALM", 1);
  const began = Date.now();
  say(`resident memory, MiB, over ${wanted} jobs\n`);
  row(["jobs", "s", ...names]);
  row(["---:", "---:", ...names.map(() => "---:")]);
  for (let point = 1; point <= POINTS; point++) {
    while (load.jobs.length < (wanted * point) / POINTS) await delay(100);
    const rss = figuresOf(world, rssMib);
    row([load.jobs.length, Math.round((Date.now() - began) / 1000), ...names.map((name) => rss[name] ?? Number.NaN)]);
  }
  await load.done;

  phase.most = Number.POSITIVE_INFINITY;
  const slow = loadOf("W5000", 2);
  while (!slow.jobs.some(({ jobId }) => jobId !== undefined)) await delay(50);
  const aborted = await abortWaiters(world, { load: slow, random: chance(3), count: Number(values.aborts ?? 10_000) });
  const cut = await cutConnections(world, Number(values.reconnects ?? 1000));
  phase.most = 0;
  await slow.done;
  await delay(QUIET_MS);
  const [handles, rss] = [figuresOf(world, openHandles), figuresOf(world, rssMib)];
  say(`\n${aborted} long-polls and streams left, ${cut} connections cut; afterwards\n`);
  row(["", ...names]);
  row(["---", ...names.map(() => "---:")]);
  row(["open handles before", ...names.map((name) => handlesBefore[name] ?? Number.NaN)]);
  row(["open handles after", ...names.map((name) => handles[name] ?? Number.NaN)]);
  row(["MiB after", ...names.map((name) => rss[name] ?? Number.NaN)]);
  row(["started again", ...names.map((name) => all.restarts(name))]);
  const audited = await audit(world, { jobs: [...load.jobs, ...slow.jobs], witness });
  const result = { ...audited, ...(await aftermath(world, audited.judged)), happened: [] };
  say("");
  for (const line of reportOf(result)) say(line);
  if (!isClean(result)) process.exitCode = 1;
}

await main();
