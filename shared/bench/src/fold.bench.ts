import { fold, type FoldInput } from "@token-sentiment/model";
import { type Bench, type BenchRow, median } from "./bench.ts";
import { evidenceOf, requestOf } from "./aggregator/evidence.ts";

const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const WARM = 100;
const ROUNDS = 9;
const A_ROUND = 50;

/** A job of so many engines, each with so many signals. */
function job(engines: number, signals: number): FoldInput {
  const names = ["security", "onchain", "solana", "sybil", "market"].slice(0, engines);
  const evidence = names.map((name, seq) => ({
    evidence: evidenceOf(name, JOB, { signals, seed: seq * 11 + signals }),
    at: 1_800_000_000_100 + seq,
    seq,
  }));
  return { request: requestOf(JOB, names), requestAt: 1_800_000_000_000, evidence };
}

/** CPU of this process for one call, ms: the median of rounds. */
function cpuOf(work: () => unknown): string {
  for (let i = 0; i < WARM; i++) work();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < A_ROUND; i++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / A_ROUND;
  });
  return `${median(rounds).toFixed(3)} ms`;
}

/** What settling costs apart from the broker: evidence as it comes off the wire, to the bytes of the row. */
export const bench: Bench = {
  title: "CPU of one fold, and of the report on demand, medians of 9 rounds of 50; the goal is under 1 ms for 5 engines of 30 signals",
  run: async (say) =>
    [
      [1, 30],
      [5, 30],
      [5, 150],
    ].map(([engines = 0, signals = 0]): BenchRow => {
      say(`${engines} engines of ${signals} signals`);
      const input = job(engines, signals);
      const wire = input.evidence.map(({ evidence }) => JSON.stringify(evidence));
      return {
        what: `${engines} ${engines === 1 ? "engine" : "engines"} of ${signals} signals`,
        figures: {
          "read off the wire": cpuOf(() => wire.map((text): unknown => JSON.parse(text))),
          fold: cpuOf(() => fold(input)),
          "fold and row as bytes": cpuOf(() => JSON.stringify(fold(input).row)),
          "fold and report": cpuOf(() => fold(input).report.lines.length),
        },
      };
    }),
};
