import { type Bench, type BenchRow, median, quantile } from "./bench.ts";
import { startBenchMarket } from "./bench-market.ts";
import { closedLoop } from "./closed-loop.ts";
import { cpuByRoom } from "./side.ts";

const CLIENTS = 128;

async function measure(each: number, forMs: number): Promise<BenchRow> {
  const replicas = { gateway: each, aggregator: each, engine: each };
  await using ours = await startBenchMarket({ engineMs: 0, replicas, env: { GATEWAY_CAPACITY: "512" } });
  await closedLoop(ours, { clients: CLIENTS, forMs: forMs / 2, waiting: "long-poll" });
  const before = cpuByRoom(ours);
  const seen = await closedLoop(ours, { clients: CLIENTS, forMs, waiting: "long-poll" });
  const used = Object.entries(cpuByRoom(ours)).map(([room, cpu]) => [
    room,
    `${((cpu - (before[room] ?? 0)) / seen.finished).toFixed(2)} ms`,
  ]);
  return {
    what: `${each} of each`,
    figures: {
      "jobs/s": ((1000 * seen.finished) / seen.elapsedMs).toFixed(0),
      "verdict p50": `${median(seen.verdictMs).toFixed(0)} ms`,
      "verdict p99": `${quantile(seen.verdictMs, 0.99).toFixed(0)} ms`,
      "429": String(seen.refused),
      odd: String(seen.odd),
      ...Object.fromEntries(used),
    },
  };
}

/** What more processes cost a job on the same broker and cores: what a replica hears that is not its own. */
export const bench: Bench = {
  title: `one, two and four of each service and engine on one broker, ${CLIENTS} clients with long-polls, the same cores; CPU is per job`,
  async run(say, { quick }) {
    const rows: BenchRow[] = [];
    for (const each of [1, 2, 4]) {
      say(`${each} of each`);
      rows.push(await measure(each, quick ? 6000 : 15_000));
    }
    return rows;
  },
};
