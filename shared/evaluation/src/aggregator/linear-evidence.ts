import { Branch } from "@token-sentiment/contract";
import { answersOf, type Model, type PerBranch, perBranch, pool } from "@token-sentiment/model";
import type { Row } from "./fit-weights.ts";
import { type CaseOutcome, foldInputOf, type RecordedCase } from "./recorded-case.ts";

const STEP = 1e-4;

/** One for what came; a third of each where none of the three did: then the evidence should have said nothing. */
const targetOf = (outcome: CaseOutcome): PerBranch => perBranch((branch) => (outcome === "none" ? 1 / 3 : outcome === branch ? 1 : 0));

/** The codes that a case says something by. */
export const codesOf = ({ evidence }: RecordedCase): string[] =>
  evidence.flatMap(({ outcome, signals }) =>
    outcome === "observed"
      ? signals.flatMap(({ code, status, weights }) =>
          status !== "unknown" && Branch.options.some((branch) => weights[branch] !== 0) ? [code] : [],
        )
      : [],
  );

/**
 * A case's evidence as the model pools it, as straight lines in the factors near those that `model` has: groups and caps bend them, and what a
 * cap cuts off has no part.
 */
export function linearised(one: RecordedCase, model: Model): Row {
  const { request, evidence } = foldInputOf(one);
  const observations = answersOf(request, evidence, model).flatMap((answer) => answer.observations);
  const here = pool(observations, model);
  const parts = new Map(
    [...new Set(codesOf(one))].map((code): [string, PerBranch] => {
      const there = pool(observations, { ...model, k: { ...model.k, [code]: (model.k[code] ?? 1) + STEP } });
      return [code, perBranch((branch) => (there[branch] - here[branch]) / STEP)];
    }),
  );
  const explained = (branch: Branch): number => [...parts].reduce((sum, [code, by]) => sum + (model.k[code] ?? 1) * by[branch], 0);
  return { parts, offset: perBranch((branch) => here[branch] - explained(branch)), target: targetOf(one.outcome) };
}
