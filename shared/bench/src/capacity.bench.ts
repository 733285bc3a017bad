import { type Bench, type BenchRow, median, quantile } from "./bench.ts";
import { startBenchMarket } from "./bench-market.ts";
import { cpuByRoom } from "./side.ts";
import { closedLoop } from "./closed-loop.ts";

const CAPACITY = 64;
const WARM_MS = 3000;
const RUN_MS = 10_000;

async function measure(aggregators: number, clients: number): Promise<BenchRow> {
  await using market = await startBenchMarket({
    engineMs: 10,
    replicas: { aggregator: aggregators },
    env: { GATEWAY_CAPACITY: String(CAPACITY), LOG_LEVEL: "warn" },
  });
  await closedLoop(market, { clients, forMs: WARM_MS, waiting: "long-poll" });
  const before = cpuByRoom(market);
  const seen = await closedLoop(market, { clients, forMs: RUN_MS, waiting: "long-poll" });
  const perJob = Object.entries(cpuByRoom(market)).map(([room, cpu]) => [
    `${room} CPU`,
    `${((cpu - (before[room] ?? 0)) / seen.finished).toFixed(2)} ms`,
  ]);
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return {
    what: `${aggregators} aggregator${aggregators > 1 ? "s" : ""}, ${clients} clients`,
    figures: {
      "jobs/s": ((1000 * seen.finished) / seen.elapsedMs).toFixed(0),
      "429": `${((100 * seen.refused) / (seen.refused + seen.acceptMs.length)).toFixed(0)} %`,
      "accept p50": ms(median(seen.acceptMs)),
      "accept p99": ms(quantile(seen.acceptMs, 0.99)),
      "verdict p50": ms(median(seen.verdictMs)),
      "verdict p99": ms(quantile(seen.verdictMs, 0.99)),
      odd: String(seen.odd),
      ...Object.fromEntries(perJob),
    },
  };
}

/** How many jobs a second pass through a full gateway: a slot is worth what it takes to be free again. */
export const bench: Bench = {
  title: `capacity ${CAPACITY}, four engines of 10 ms each a process of its own, closed loop over HTTP with long-polls; CPU is per job`,
  async run(say) {
    const rows: BenchRow[] = [];
    for (const [aggregators, clients] of [
      [1, 32],
      [1, 64],
      [1, 96],
      [3, 64],
    ] as const) {
      say(`${aggregators} aggregator(s), ${clients} clients`);
      rows.push(await measure(aggregators, clients));
    }
    return rows;
  },
};
