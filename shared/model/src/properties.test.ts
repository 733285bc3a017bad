import { Branch, JobRow, type Signal } from "@token-sentiment/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredEvidence } from "./answers.ts";
import { anyEvidence, anySignal, ENGINES } from "../test/any-evidence.ts";
import { observed, REQUEST_AT, requestFor, unobserved } from "./evidence-for-tests.ts";
import { fold } from "./fold.ts";
import { perBranch } from "./per-branch.ts";

const run = (evidence: StoredEvidence[]) => fold({ request: requestFor(...ENGINES), requestAt: REQUEST_AT, evidence });
const payloadOf = (evidence: StoredEvidence[]) => {
  const { row } = run(evidence);
  return row.status === "completed" ? row.payload : undefined;
};

describe("whatever the evidence", () => {
  test("the row fits the contract, scores stay in range and probabilities sum to exactly 1", () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const { row } = run(evidence);
        expect(JobRow.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
        if (row.status === "failed") return;
        const { payload } = row;
        expect(Branch.options.reduce((sum, branch) => sum + Math.round(payload.branch_probabilities[branch] * 10_000), 0)).toBe(10_000);
        expect(Number(payload.confidence.toFixed(2))).toBe(payload.confidence);
        expect(payload.drama_index).toBe(Math.round(0.4 * payload.chatter_level + 0.6 * payload.risk_score));
      }),
    );
  });

  test("its order changes no byte", () => {
    const shuffled = anyEvidence.chain((evidence) =>
      fc.tuple(fc.constant(evidence), fc.shuffledSubarray(evidence, { minLength: evidence.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(JSON.stringify(run(other))).toBe(JSON.stringify(run(one)));
      }),
    );
  });

  test("the order of an engine's signals changes no byte", () => {
    fc.assert(
      fc.property(fc.array(anySignal, { maxLength: 8 }), (signals) => {
        expect(JSON.stringify(run([observed("security", signals.toReversed())]))).toBe(
          JSON.stringify(run([observed("security", signals)])),
        );
      }),
    );
  });

  test("a further signal for one scenario never lowers its probability", () => {
    const strength = fc.double({ min: 0.01, max: 5, noNaN: true });
    const against = fc.double({ min: -5, max: 0, noNaN: true });
    const favouring = fc.tuple(fc.constantFrom(...Branch.options), strength, against, against, anySignal);
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...ENGINES), favouring, (evidence, engine, [branch, plus, x, y, like]) => {
        const others = Branch.options.filter((b) => b !== branch);
        const weights = perBranch((b) => (b === branch ? plus : b === others[0] ? x : y));
        const added: Signal = { ...like, status: "hit", weights };
        const before = evidence.find((each) => each.evidence.engine === engine && each.evidence.outcome === "observed");
        const rest = evidence.filter((each) => each.evidence.engine !== engine);
        const earlier = before ?? observed(engine, []);
        const later = { ...earlier, evidence: { ...earlier.evidence, signals: [...earlier.evidence.signals, added] } };
        expect(run([...rest, later]).report.posterior[branch]).toBeGreaterThanOrEqual(
          run([...rest, earlier]).report.posterior[branch] - 1e-9,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("an engine that turns unavailable never raises coverage", () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...ENGINES), (evidence, engine) => {
        const applied = evidence.filter((one) => one.evidence.engine !== engine || one.evidence.outcome !== "not_applicable");
        const without = [...applied.filter((one) => one.evidence.engine !== engine), unobserved(engine, "unavailable", "down")];
        expect(run(without).report.coverage).toBeLessThanOrEqual(run(applied).report.coverage);
      }),
    );
  });

  test("a critical finding never yields ACCUMULATE or IGNORE_FUD", () => {
    const status = fc.constantFrom("hit" as const, "inconclusive" as const);
    fc.assert(
      fc.property(anyEvidence, anySignal, status, (evidence, found, as) => {
        const security = observed("security", [{ ...found, critical: true, status: as }], { measures: { event: 1 } });
        const verdict = payloadOf([...evidence.filter((one) => one.evidence.engine !== "security"), security])?.executable_verdict;
        expect(["ACCUMULATE", "IGNORE_FUD"]).not.toContain(verdict);
      }),
      { numRuns: 1000 },
    );
  });
});
