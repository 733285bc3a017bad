import { type Bench, type BenchOptions, type BenchRow, median, quantile } from "./bench.ts";
import { startBenchMarket } from "./bench-market.ts";
import { startBullmq } from "./bullmq/start.ts";
import { closedLoop } from "./closed-loop.ts";
import { openLoop } from "./open-loop.ts";
import { cpuByRoom, type Side } from "./side.ts";
import type { LoadResult, Waiting } from "./submit-and-wait.ts";

const CAPACITY = 256;

/** One way to load a side. */
interface Case {
  what: string;
  waiting: Waiting;
  run(side: Side, forMs: number): Promise<LoadResult>;
}

const sustained = (clients: number, waiting: Waiting = "poll"): Case => ({
  what: `${clients} clients${waiting === "poll" ? "" : ", long-poll"}`,
  waiting,
  run: (side, forMs) => closedLoop(side, { clients, forMs, waiting }),
});
const arriving = (perSecond: number, waiting: Waiting = "poll"): Case => ({
  what: `${perSecond} jobs/s${waiting === "poll" ? "" : ", long-poll"}`,
  waiting,
  run: (side, forMs) => openLoop(side, { perSecond, forMs, waiting }),
});

/** What one run of a case measured. */
type Measured = Record<string, number>;

async function measure(side: Side, load: Case, forMs: number): Promise<Measured> {
  const before = cpuByRoom(side);
  const seen = await load.run(side, forMs);
  const used = Object.entries(cpuByRoom(side)).map(([room, cpu]) => [room, (cpu - (before[room] ?? 0)) / seen.finished] as const);
  const ours = used.filter(([room]) => room !== "client").reduce((sum, [, cpu]) => sum + cpu, 0);
  return {
    "jobs/s": (1000 * seen.finished) / seen.elapsedMs,
    "accept p50": median(seen.acceptMs),
    "accept p99": quantile(seen.acceptMs, 0.99),
    "verdict p50": median(seen.verdictMs),
    "verdict p99": quantile(seen.verdictMs, 0.99),
    "polls/job": seen.polls / seen.finished,
    "CPU/job": ours,
    ...Object.fromEntries(used),
    odd: seen.odd + seen.refused,
  };
}

const units: Record<string, (value: number) => string> = {
  "jobs/s": (value) => value.toFixed(0),
  "polls/job": (value) => value.toFixed(1),
  odd: (value) => value.toFixed(0),
};
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** The medians of some runs, as a line of the table. */
function rowOf(what: string, runs: readonly Measured[]): BenchRow {
  const names = Object.keys(runs[0] ?? {});
  const figures = names.map((name) => [name, (units[name] ?? milliseconds)(median(runs.map((one) => one[name] ?? Number.NaN)))] as const);
  return { what, figures: Object.fromEntries(figures) };
}

const ratio = (runs: readonly Measured[], to: readonly Measured[]): string =>
  `${(median(runs.map((one) => one["jobs/s"] ?? 0)) / median(to.map((one) => one["jobs/s"] ?? 0))).toFixed(2)}x`;

async function compare(
  sides: readonly Side[],
  cases: readonly Case[],
  plan: { rounds: number; forMs: number; say: (text: string) => void },
) {
  const rows: BenchRow[] = [];
  for (const one of cases) {
    // Only ours has a long-poll.
    const compared = sides.filter((side) => one.waiting === "poll" || side === sides[0]);
    const runs = compared.map((): Measured[] => []);
    for (let round = 0; round < plan.rounds; round++)
      for (const [index, side] of compared.entries()) {
        plan.say(`${one.what}: ${side.name}, round ${round + 1}`);
        runs[index]?.push(await measure(side, one, plan.forMs));
      }
    for (const [index, side] of compared.entries()) {
      const row = rowOf(`${one.what}: ${side.name}`, runs[index] ?? []);
      rows.push(index === 0 && runs[1] ? { ...row, figures: { ...row.figures, ratio: ratio(runs[0] ?? [], runs[1]) } } : row);
    }
  }
  return rows;
}

const env = { GATEWAY_CAPACITY: String(CAPACITY) };

async function run(say: (text: string) => void, { quick }: BenchOptions): Promise<BenchRow[]> {
  const plan = quick ? { rounds: 1, forMs: 4000, say } : { rounds: 3, forMs: 5000, say };
  const rows: BenchRow[] = [];
  for (const always of quick ? [false] : [false, true]) {
    await using stack = new AsyncDisposableStack();
    const ours = stack.use(await startBenchMarket({ engineMs: 0, env, ...(always && { syncInterval: "always" }) }));
    const theirs = await startBullmq({ engineMs: 0, always }).catch((error: unknown) => {
      say(`no redis-server, so ours alone: ${error instanceof Error ? error.message : String(error)}`);
    });
    const sides = theirs ? [ours, stack.use(theirs)] : [ours];
    // Some 8,000 jobs: by then V8 has compiled what is hot, on both sides.
    for (const side of sides) await closedLoop(side, { clients: 128, forMs: quick ? 3000 : 10_000, waiting: "poll" });
    const counts = [8, 32, 128];
    const rates = always ? [50] : quick ? [100] : [50, 100, 200];
    const cases = [...counts.map((clients) => sustained(clients)), sustained(128, "long-poll"), ...rates.map((rate) => arriving(rate))];
    const found = await compare(sides, [...cases, arriving(100, "long-poll")], plan);
    rows.push(...found.map(({ what, figures }) => ({ what: always ? `always: ${what}` : what, figures })));
  }
  return rows;
}

/** Ours beside BullMQ flows over Redis, doing the same. */
export const bench: Bench = {
  title: "four engines that answer at once, every service a process of its own, clients that poll every 25 ms; CPU is per job",
  run,
};
