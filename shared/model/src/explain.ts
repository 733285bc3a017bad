import type { Request } from "@token-sentiment/contract";
import { type Answer, isMissing } from "./answers.ts";
import { plain, reasonOf } from "./lines.ts";
import type { Model } from "./model-file.ts";
import { factorOf, reliabilityOf } from "./observation.ts";
import { perBranch } from "./per-branch.ts";
import { openPool } from "./pool.ts";
import type { Report, ReportEngine, ReportLine } from "./report.ts";
import { posteriorOf, type Scored } from "./score.ts";
import { isCalm } from "./verdict.ts";

function linesOf(answers: readonly Answer[], model: Model): ReportLine[] {
  const seen = openPool(model);
  let before = seen.total();
  return answers.flatMap(({ observations }) =>
    observations.map((observation) => {
      const { engine, signal } = observation;
      const { group, severity, critical } = signal;
      seen.add(observation);
      const after = seen.total();
      const counted = perBranch((branch) => after[branch] - before[branch]);
      before = after;
      return {
        engine,
        code: signal.code,
        label: signal.label,
        status: signal.status,
        text: plain(signal.text),
        source: signal.source,
        observed_at: signal.observed_at,
        values: signal.values,
        ...(group !== undefined && { group }),
        ...(severity !== undefined && { severity }),
        ...(critical !== undefined && { critical }),
        weights: perBranch((branch) => signal.weights[branch]),
        factor: factorOf(model, signal.code),
        reliability: reliabilityOf(observation, model),
        counted,
        posterior: posteriorOf(after, model),
      };
    }),
  );
}

function engineOf(answer: Answer, requestAt: number): ReportEngine {
  const { engine, outcome, stored, observedSomething, model } = answer;
  return {
    engine,
    outcome,
    ...(isMissing(answer) || outcome === "not_applicable" ? { reason: reasonOf(answer) } : {}),
    label: model.label,
    weight: model.weight,
    covered: observedSomething,
    decisive: model.decisive,
    cap: model.cap,
    measures: outcome === "observed" && stored ? stored.evidence.measures : {},
    ...(stored && {
      sequence: stored.seq,
      answered_ms: stored.at - requestAt,
      engine_version: stored.evidence.engine_version,
      cached: stored.evidence.cached,
      elapsed_ms: stored.evidence.elapsed_ms,
    }),
  };
}

/** What a report is about besides the evidence. */
export interface Explained {
  request: Request;
  /** Broker time of the request, epoch ms. */
  requestAt: number;
  resolved: boolean;
  ambiguous: boolean;
  remarks: string[];
  scored: Scored;
  model: Model;
}

/** Lays open how a result came from `answers`. */
export function explain(answers: readonly Answer[], about: Explained): Report {
  const { request, requestAt, resolved, ambiguous, remarks, scored, model } = about;
  const { coverage, agreement, raw, value } = scored.confidence;
  return {
    request_id: request.request_id,
    coin_symbol: request.coin_symbol,
    chain_id: request.chain_id,
    model_version: model.version,
    model,
    resolved,
    ambiguous,
    prior: perBranch((branch) => model.prior[branch]),
    lines: linesOf(answers, model),
    remarks,
    posterior: scored.posterior,
    coverage,
    agreement,
    confidence: { raw, value },
    event: { measured: scored.event ?? null, threshold: model.event_threshold, found: !isCalm(scored, model) },
    verdict_row: scored.row.name,
    engines: answers.map((answer) => engineOf(answer, requestAt)),
  };
}
