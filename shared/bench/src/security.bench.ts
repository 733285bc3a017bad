import { security } from "@token-sentiment/engine-security";
import { startSandbox } from "@token-sentiment/sandbox";
import { type Bench, type BenchRow, median } from "./bench.ts";
import { type Line, openLine } from "./security/line.ts";
import { openAnalyses } from "./security/open-analyses.ts";

const WARM = 5;
const ROUNDS = 25;
const LATENCIES_MS = [0, 50, 150];
const CONCURRENCY = 16;
const MANY = 160;

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const kib = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;

/** A token with powers, one without, and a trap: median of all. */
const TOKENS = ["TOLL", "OAK", "LATCH"];

/** The security engine on a local node: what an analysis takes at several round trip times, and how many fit into a second. */
export const bench: Bench = {
  title: `${security.name} engine on anvil, ${TOKENS.join(", ")}: latency is added to every HTTP round trip; CPU is this process without the node`,
  run: async (say) => {
    await using sandbox = await startSandbox();
    const tokens = TOKENS.map((symbol) => sandbox.tokens[symbol]?.address ?? "");
    const rows: BenchRow[] = [];
    for (const latencyMs of LATENCIES_MS) {
      say(`${latencyMs} ms`);
      await using line = await openLine(sandbox.rpcUrl, latencyMs);
      await using analyses = await openAnalyses(line.url);
      for (let round = 0; round < WARM; round++) await analyses.analyze(tokens[round % tokens.length] ?? "");
      line.forget();
      const walls: number[] = [];
      for (let round = 0; round < ROUNDS * tokens.length; round++) {
        const started = performance.now();
        await analyses.analyze(tokens[round % tokens.length] ?? "");
        walls.push(performance.now() - started);
      }
      rows.push({ what: `${latencyMs} ms a round trip`, figures: { wall: ms(median(walls)), ...traffic(line, walls.length) } });
    }
    say(`${MANY} analyses, ${CONCURRENCY} at a time`);
    rows.push(await together(sandbox.rpcUrl, tokens));
    return rows;
  },
};

function traffic({ seen }: Line, analyses: number): Record<string, string> {
  const each = (value: number): number => value / analyses;
  return {
    "round trips": each(seen.posts).toFixed(1),
    calls: each(seen.calls).toFixed(1),
    out: kib(each(seen.out)),
    in: kib(each(seen.in)),
    "gas in eth_simulateV1": `${(each(seen.simulatedGas) / 1e6).toFixed(2)} M`,
  };
}

async function together(rpcUrl: string, tokens: readonly string[]): Promise<BenchRow> {
  await using analyses = await openAnalyses(rpcUrl);
  for (const token of tokens) await analyses.analyze(token);
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < MANY) await analyses.analyze(tokens[next++ % tokens.length] ?? "");
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    what: `${CONCURRENCY} at a time`,
    figures: { "analyses/s": (MANY / seconds).toFixed(0), "CPU each": ms((user + system) / 1000 / MANY) },
  };
}
