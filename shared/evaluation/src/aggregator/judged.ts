import { Branch, type Verdict } from "@token-sentiment/contract";
import { currentModel, fold, type Model, type PerBranch } from "@token-sentiment/model";
import type { Forecast } from "../probability-score.ts";
import { foldInputOf, type RecordedCase } from "./recorded-case.ts";

/** What a model answers to a case. */
export interface Judged {
  of: RecordedCase;
  posterior: PerBranch;
  dominant: Branch;
  /** Before the fitted map and the limit for a missing decisive engine. */
  raw: number;
  confidence: number;
  verdict: Verdict;
}

/** Folds a case. @throws Error when none of its engines observed anything: then there is no verdict. */
export function judge(of: RecordedCase, model: Model = currentModel): Judged {
  const { row, report } = fold(foldInputOf(of), model);
  if (row.status !== "completed") throw new Error(`case ${of.name} has no verdict: ${row.error}`);
  const { dominant_branch: dominant, executable_verdict: verdict, confidence } = row.payload;
  return { of, posterior: report.posterior, dominant, raw: report.confidence.raw, confidence, verdict };
}

/** One of the three scenarios followed. */
export const hasScenario = ({ outcome }: RecordedCase): boolean => outcome !== "none";

/** Forecasts of the cases in which one of the three scenarios followed, classes in the order of `Branch`. */
export const forecastsOf = (judged: readonly Judged[]): Forecast[] =>
  judged.flatMap(({ of: { outcome }, posterior }) =>
    outcome === "none" ? [] : [{ chances: Branch.options.map((branch) => posterior[branch]), label: Branch.options.indexOf(outcome) }],
  );

/** The rates of the classes, each counted once more than it came: what a forecast is worth that looks at nothing. */
export function ratesOf(labels: readonly number[]): number[] {
  const { length } = Branch.options;
  return Branch.options.map((_, index) => (labels.filter((label) => label === index).length + 1) / (labels.length + length));
}
