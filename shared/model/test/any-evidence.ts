import type { Signal } from "@token-sentiment/contract";
import * as fc from "fast-check";
import type { StoredEvidence } from "../src/answers.ts";
import { observed, signal, unobserved } from "../src/evidence-for-tests.ts";

/** The engines of a generated job, in the order expected. */
export const ENGINES = ["security", "onchain", "market", "sybil"];

const weight = fc.double({ min: -5, max: 5, noNaN: true });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** Few codes, groups and sources, so that facts, groups and engines overlap. */
export const anySignal: fc.Arbitrary<Signal> = fc
  .record({
    code: fc.constantFrom("a", "b", "c", "d"),
    weights: fc.tuple(weight, weight, weight),
    status: fc.constantFrom("hit", "clear", "unknown", "inconclusive"),
    reliability: fraction,
    group: fc.constantFrom("g", "h", undefined),
    severity: fc.constantFrom(0, 1, 2, 3, undefined),
    critical: fc.constantFrom(true, false, undefined),
    source: fc.constantFrom("node", "checker"),
    label: fc.constantFrom("SECURITY", "ON-CHAIN", "MARKET", "SYBIL"),
    text: fc.string({ minLength: 1, maxLength: 240, unit: "binary" }),
    posts: fc.nat(500),
  })
  .map(({ code, weights, group, severity, critical, posts, ...rest }) =>
    signal(code, weights, {
      ...rest,
      values: { posts },
      ...(group === undefined ? {} : { group }),
      ...(severity === undefined ? {} : { severity }),
      ...(critical === undefined ? {} : { critical }),
    }),
  );

const measures = fc.record(
  { event: fraction, chatter: fc.double({ min: 0, max: 100, noNaN: true }), unique_author_ratio: fraction },
  { requiredKeys: [] },
);
const answer = (engine: string): fc.Arbitrary<StoredEvidence | undefined> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.array(anySignal, { maxLength: 6 }), measures)
        .map(([signals, m]) => observed(engine, signals, { measures: m })),
    },
    { weight: 1, arbitrary: fc.constantFrom("unavailable", "not_applicable").map((outcome) => unobserved(engine, outcome, "because")) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
/** What the engines may have said, each of them or not. */
export const anyEvidence = fc.tuple(...ENGINES.map(answer)).map((all) => all.filter((one) => one !== undefined));
