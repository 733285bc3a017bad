import { Branch, type Signal } from "@token-sentiment/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvidence } from "./answers.ts";
import { observed, REQUEST_AT, requestFor, signal } from "./evidence-for-tests.ts";
import { fold } from "./fold.ts";
import { currentModel, engineModel } from "./model-file.ts";
import { pool } from "./pool.ts";

const ENGINES = ["security", "onchain", "market", "sybil"];
const run = (...evidence: StoredEvidence[]) => fold({ request: requestFor(...ENGINES), requestAt: REQUEST_AT, evidence });
const payloadOf = (...evidence: StoredEvidence[]) => {
  const { row } = run(...evidence);
  if (row.status !== "completed") throw new Error(row.error);
  return row.payload;
};
const of = (engine: string, signals: Signal[]) => signals.map((one) => ({ engine, signal: one }));
const times = (count: number, make: (n: number) => Signal): Signal[] => Array.from({ length: count }, (_, n) => make(n));

/** What sound engines say of a token in a false alarm. */
const sound = [
  observed("security", [signal("sell_works", [-1.5, 1.5, 0], { status: "clear" }), signal("tax_none", [-1, 1, 0], { status: "clear" })]),
  observed("onchain", [signal("broad_small_sellers", [-0.8, 2, -0.8], { label: "ON-CHAIN" })], { measures: { event: 0.8 } }),
  observed("sybil", [], { measures: { chatter: 40 } }),
];
const capless = { ...currentModel, engines: {}, other_engine: { ...currentModel.other_engine, cap: Infinity } };
const shout = (engine: string, count: number, rest: Partial<Signal> = {}) =>
  observed(
    engine,
    times(count, (n) => signal(`shout_${n}`, [5, -5, -5], { label: "MARKET", ...rest })),
  );

describe("one engine that shouts", () => {
  test("moves no scenario by more than its cap, however loud and often", () => {
    const quiet = sound.flatMap(({ evidence }) => of(evidence.engine, evidence.signals));
    const before = pool(quiet, currentModel);
    for (const count of [1, 10, 1000]) {
      const after = pool([...quiet, ...of("market", shout("market", count).evidence.signals)], currentModel);
      for (const branch of Branch.options) expect(Math.abs(after[branch] - before[branch])).toBeLessThanOrEqual(2 + 1e-9);
    }
  });

  test("does not outshout three sound ones, and costs confidence", () => {
    const calm = payloadOf(...sound, observed("market", []));
    const shouted = payloadOf(...sound, shout("market", 200));
    expect(calm.executable_verdict).toBe("ACCUMULATE");
    expect(shouted.executable_verdict).not.toBe("LIQUIDATE_LONGS");
    expect(shouted.dominant_branch).toBe("false_fud");
    expect(shouted.confidence).toBeLessThan(calm.confidence);
  });

  test("is no louder by borrowing the groups of another engine", () => {
    const groups = times(10, (n) => signal(`small_${n}`, [0.1, 0, 0], { group: `g${n}` }));
    const echoes = times(10, (n) => signal(`echo_${n}`, [5, 0, 0], { group: `g${n}`, label: "MARKET" }));
    const alone = pool(of("security", groups), currentModel).real_crash;
    const both = pool([...of("security", groups), ...of("market", echoes)], currentModel).real_crash;
    expect(alone).toBeCloseTo(1);
    // Its cap, and as much again as the other says of these groups.
    expect(both).toBeLessThanOrEqual(2 + 2 * alone + 1e-9);
  });

  test("is bounded whatever groups and codes it borrows", () => {
    const weight = fc.double({ min: 0, max: 5, noNaN: true });
    const few = fc.array(
      fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("g", "h"), weight, fc.double({ min: 0, max: 1, noNaN: true })),
      {
        maxLength: 8,
      },
    );
    const signals = (list: [string, string, number, number][]): Signal[] =>
      list.map(([code, group, crash, reliability]) => signal(code, [crash, 0, 0], { group: `${group}_${code}`, reliability }));
    fc.assert(
      fc.property(few, few, (said, borrowed) => {
        const [others, loud] = [of("security", signals(said)), of("market", signals(borrowed))];
        const saidWithoutCap = pool(others, capless).real_crash;
        const alone = pool(others, currentModel).real_crash;
        const both = pool([...others, ...loud], currentModel).real_crash;
        expect(both).toBeGreaterThanOrEqual(alone - 1e-9);
        expect(both).toBeLessThanOrEqual(engineModel(currentModel, "market").cap + 2 * saidWithoutCap + 1e-9);
      }),
      { numRuns: 500 },
    );
  });

  test("cannot decide by a critical line that is too unreliable, and still forbids all-clear", () => {
    const rumour = shout("market", 1, { critical: true, reliability: 0.3 });
    expect(["ACCUMULATE", "IGNORE_FUD", "LIQUIDATE_LONGS"]).not.toContain(payloadOf(...sound, rumour).executable_verdict);
  });
});

describe("engines that contradict each other", () => {
  const crash = observed("security", [signal("tax", [3, -3, 0], { severity: 2 })], { measures: { event: 0.8 } });
  const also = observed("onchain", [signal("lp_drained", [3, -3, 0], { label: "ON-CHAIN" })]);
  const not = observed("onchain", [signal("liquidity_stayed", [-3, 3, 0], { label: "ON-CHAIN" })]);
  const rest = [observed("market", []), observed("sybil", [], { measures: { chatter: 10 } })];

  test("lower agreement and confidence, and end without a verdict when they are even", () => {
    const [together, apart] = [run(crash, also, ...rest), run(crash, not, ...rest)];
    expect(together.report.agreement).toBe(1);
    expect(apart.report.agreement).toBeLessThan(0.6);
    expect(apart.report.confidence.value).toBeLessThan(together.report.confidence.value);
    expect([together, apart].map(({ row }) => row.status === "completed" && row.payload.executable_verdict)).toEqual([
      "LIQUIDATE_LONGS",
      "INSUFFICIENT_DATA",
    ]);
  });

  test("lower them the more, the harder the second contradicts", () => {
    const confidences = [0, 1, 2, 3].map(
      (nats) => run(crash, observed("onchain", [signal("stayed", [-nats, nats, 0])]), ...rest).report.confidence.raw,
    );
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
    expect(confidences[3]).toBeLessThan(confidences[0]! / 2);
  });
});

describe("evidence that should not be there", () => {
  const first = observed("security", [signal("tax", [2, -1, 0])]);

  test("a second one of the same engine plays no part: the first stored counts, in whatever order they are read", () => {
    const second = { ...observed("security", [signal("honeypot", [3.5, -3, 0], { critical: true })]), seq: first.seq + 1 };
    expect(run(first, second).row).toEqual(run(first).row);
    expect(run(second, first).row).toEqual(run(first).row);
    expect(run(second, first).used).toEqual([first.seq]);
  });

  test("one that nobody asked for plays no part", () => {
    const stranger = observed("stranger", [signal("honeypot", [3.5, -3, 0], { critical: true })], { measures: { event: 1 } });
    expect(run(first, stranger)).toEqual(run(first));
  });

  test("ten thousand signals of one engine are one engine: its cap, and a chain that fits", () => {
    const { row, report } = run(
      observed(
        "security",
        times(10_000, (n) => signal(`s_${n}`, [1, -0.5, 0], { group: `g${n % 100}` })),
      ),
    );
    expect(Math.log(report.posterior.real_crash / report.posterior.whale_manipulation)).toBeCloseTo(4);
    if (row.status !== "completed") throw new Error(row.error);
    expect(Buffer.byteLength(JSON.stringify(row.payload.evidence_chain))).toBeLessThanOrEqual(currentModel.chain_bytes);
    expect(row.payload.evidence_chain.join("\n")).toMatch(/\d+ weaker lines left out/);
    expect(report.lines).toHaveLength(10_000);
  });
});
