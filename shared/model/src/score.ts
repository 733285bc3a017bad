import type { Branch } from "@token-sentiment/contract";
import type { Answer } from "./answers.ts";
import { type Confidence, confidenceOf } from "./confidence.ts";
import type { Model } from "./model-file.ts";
import { argmax, type PerBranch, perBranch, softmax } from "./per-branch.ts";
import { pool } from "./pool.ts";
import { roundToOne } from "./rounding.ts";
import { chatterLevelOf, dramaIndexOf, eventOf, riskScoreOf } from "./scores.ts";
import { criticalOf, type VerdictRow, verdictOf } from "./verdict.ts";

/** What the model makes of a job's evidence. */
export interface Scored {
  posterior: PerBranch;
  probabilities: PerBranch;
  dominant: Branch;
  confidence: Confidence;
  event: number | undefined;
  chatter: number;
  risk: number;
  drama: number;
  row: VerdictRow;
}

/** P = softmax((ln prior + pooled evidence) / T); `evidence` in nats. */
export const posteriorOf = (evidence: PerBranch, model: Model): PerBranch =>
  softmax(
    perBranch((branch) => Math.log(model.prior[branch]) + evidence[branch]),
    model.temperature,
  );

/** Scores the answers: from evidence to a verdict, by `model` alone. `ambiguous`: the symbol could have meant another contract; `resolved`: it meant one at all. */
export function score(answers: readonly Answer[], model: Model, { ambiguous = false, resolved = true } = {}): Scored {
  const observations = answers.flatMap((answer) => answer.observations);
  const posterior = posteriorOf(pool(observations, model), model);
  const probabilities = roundToOne(posterior);
  const dominant = argmax(probabilities);
  const confidence = confidenceOf(answers, posterior, { model, ambiguous, resolved });
  const event = eventOf(answers, model);
  const chatter = chatterLevelOf(answers);
  const risk = riskScoreOf(answers, model);
  const critical = criticalOf(observations, model);
  const findings = {
    critical,
    coverage: confidence.coverage,
    confidence: confidence.value,
    event,
    probabilities,
    dominant,
    risk,
    resolved,
  };
  const drama = dramaIndexOf(chatter, risk, model);
  return { posterior, probabilities, dominant, confidence, event, chatter, risk, drama, row: verdictOf(findings, model) };
}
