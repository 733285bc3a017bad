import type { Label, SignalStatus } from "@token-sentiment/contract";
import { type Answer, isMissing } from "./answers.ts";
import { reasonOf } from "./lines.ts";
import type { Model } from "./model-file.ts";
import { type Observation, reliabilityOf } from "./observation.ts";
import { type PerBranch, perBranch } from "./per-branch.ts";
import { pool } from "./pool.ts";
import { posteriorOf, type Scored } from "./score.ts";
import { isCalm } from "./verdict.ts";

/** One observation and what it moved. */
export interface ReportLine {
  engine: string;
  code: string;
  label: Label;
  status: SignalStatus;
  text: string;
  source: string;
  /** Epoch ms at the source. */
  observed_at: number;
  /** As the engine sent them, in nats. */
  weights: PerBranch;
  /** 0..1, after the number of posts. */
  reliability: number;
  /** What it added to each log-likelihood, after groups and caps, given the lines before it. */
  counted: PerBranch;
  /** After this line and all before it. */
  posterior: PerBranch;
}

/** One expected engine. */
export interface ReportEngine {
  engine: string;
  outcome: Answer["outcome"];
  reason?: string;
  /** Its share in coverage, and whether it counts as covered. */
  weight: number;
  covered: boolean;
  decisive: boolean;
  cap: number;
  engine_version?: string;
  cached?: boolean;
  elapsed_ms?: number;
}

/** Why the result is what it is: JSON, numbers unrounded. */
export interface Report {
  model_version: string;
  prior: PerBranch;
  lines: ReportLine[];
  posterior: PerBranch;
  coverage: number;
  agreement: number;
  /** Before and after the fitted map and the limit for a missing decisive engine. */
  confidence: { raw: number; value: number };
  /** null = nobody measured one. */
  event: { measured: number | null; threshold: number; found: boolean };
  /** The row of the verdict table that decided. */
  verdict_row: string;
  engines: ReportEngine[];
}

function linesOf(answers: readonly Answer[], model: Model): ReportLine[] {
  const seen: Observation[] = [];
  let before = pool(seen, model);
  return answers.flatMap(({ observations }) =>
    observations.map((observation) => {
      seen.push(observation);
      const after = pool(seen, model);
      const { code, label, status, text, source, observed_at, weights } = observation.signal;
      const counted = perBranch((branch) => after[branch] - before[branch]);
      before = after;
      const reliability = reliabilityOf(observation, model);
      const posterior = posteriorOf(seen, model);
      const { engine } = observation;
      return {
        engine,
        code,
        label,
        status,
        text,
        source,
        observed_at,
        weights: perBranch((b) => weights[b]),
        reliability,
        counted,
        posterior,
      };
    }),
  );
}

function engineOf(answer: Answer): ReportEngine {
  const { engine, outcome, stored, observedSomething, model } = answer;
  return {
    engine,
    outcome,
    ...(isMissing(answer) || outcome === "not_applicable" ? { reason: reasonOf(answer) } : {}),
    weight: model.weight,
    covered: observedSomething,
    decisive: model.decisive,
    cap: model.cap,
    ...(stored
      ? { engine_version: stored.evidence.engine_version, cached: stored.evidence.cached, elapsed_ms: stored.evidence.elapsed_ms }
      : {}),
  };
}

/** Lays open how `scored` came from `answers`. */
export function explain(answers: readonly Answer[], scored: Scored, model: Model): Report {
  const { coverage, agreement, raw, value } = scored.confidence;
  return {
    model_version: model.version,
    prior: perBranch((branch) => model.prior[branch]),
    lines: linesOf(answers, model),
    posterior: scored.posterior,
    coverage,
    agreement,
    confidence: { raw, value },
    event: { measured: scored.event ?? null, threshold: model.event_threshold, found: !isCalm(scored, model) },
    verdict_row: scored.row.name,
    engines: answers.map(engineOf),
  };
}
