import { type Answer, coverageOf } from "./answers.ts";
import type { Calibration, Model } from "./model-file.ts";
import { argmax, type PerBranch, relativeEntropy } from "./per-branch.ts";
import { pool } from "./pool.ts";

/** Confidence and what it was made of. */
export interface Confidence {
  coverage: number;
  agreement: number;
  /** coverage · (1 - H(P)/ln 3)^½ · agreement, less when the symbol was ambiguous. */
  raw: number;
  /** After the fitted map and the limit for a missing decisive engine, two decimals. */
  value: number;
}

/**
 * Do the engines point the same way: of all they pull (largest log-likelihood over the mean), the share pulled towards the likeliest scenario.
 * 1 when one engine speaks alone, or none.
 */
function agreementOf(answers: readonly Answer[], posterior: PerBranch, model: Model): number {
  const likeliest = argmax(posterior);
  let all = 0;
  let towards = 0;
  for (const { observations } of answers) {
    const says = pool(observations, model);
    const largest = says[argmax(says)];
    const pull = largest - (says.real_crash + says.false_fud + says.whale_manipulation) / 3;
    all += pull;
    if (says[likeliest] === largest) towards += pull;
  }
  return all > 0 ? towards / all : 1;
}

/** A confidence by the fitted map; as it is when there is none. */
export function calibrated(x: number, calibration: Calibration | null): number {
  if (calibration === null) return x;
  if (calibration.kind === "platt") return 1 / (1 + Math.exp(-(calibration.a * x + calibration.b)));
  const below = calibration.points.findLast(([at]) => at <= x);
  const above = calibration.points.find(([at]) => at >= x);
  const [x0, y0] = below ?? above ?? [x, x];
  const [x1, y1] = above ?? [x0, y0];
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** How sure the verdict is (model.md, 4). */
export function confidenceOf(
  answers: readonly Answer[],
  posterior: PerBranch,
  about: { model: Model; ambiguous: boolean; resolved: boolean },
): Confidence {
  const { model, ambiguous, resolved } = about;
  const coverage = coverageOf(answers);
  const agreement = agreementOf(answers, posterior, model);
  const raw = coverage * Math.sqrt(1 - relativeEntropy(posterior)) * agreement * (ambiguous ? model.confidence.ambiguous : 1);
  const decisiveMissing = answers.some(
    (answer) => answer.model.decisive && answer.outcome !== "not_applicable" && !answer.observedSomething,
  );
  const limit = !resolved ? model.confidence.unresolved : decisiveMissing ? model.confidence.without_decisive : 1;
  const value = Math.round(Math.min(limit, calibrated(raw, model.confidence.calibration)) * 100) / 100;
  return { coverage, agreement, raw, value };
}
