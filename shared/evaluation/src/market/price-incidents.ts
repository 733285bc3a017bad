import { randomUUID } from "node:crypto";
import { Branch } from "@token-sentiment/contract";
import { fold } from "@token-sentiment/model";
import type { EvaluationInput } from "../evaluation.ts";
import { fitLogistic, type Labelled } from "../logistic.ts";
import { brier, type Forecast, logLoss, macroF1 } from "../probability-score.ts";
import { figure } from "../score.ts";
import { type Incident, readIncidents } from "./incidents.ts";

const PENALTY = 0.003;

/** What the service would answer if the market engine alone had spoken: the shipped weights, through the fold. */
function shippedForecast({ symbol, label, detectedAt, evidence }: Incident): Forecast {
  const job_id = randomUUID();
  const evidenceOf = {
    ...evidence,
    job_id,
    engine: "market",
    engine_version: "evaluation",
    outcome: "observed",
    cached: false,
    observed_at: detectedAt,
    elapsed_ms: 0,
  } as const;
  const request = {
    job_id,
    request_id: job_id,
    caller: "evaluation",
    coin_symbol: symbol,
    chain_id: "1",
    expects: ["market"],
    budget_ms: 1,
  } as const;
  const { row } = fold({
    request: { ...request, expects: ["market"] },
    requestAt: detectedAt,
    evidence: [{ evidence: evidenceOf, at: detectedAt, seq: 1 }],
    token: { job_id, chain_id: "1", coin_symbol: symbol, native: true, ambiguous: false, candidates: [], source: "evaluation" },
  });
  if (row.status !== "completed") throw new Error(`the fold of one engine's evidence failed: ${row.error}`);
  return { chances: Branch.options.map((branch) => row.payload.branch_probabilities[branch]), label };
}

/** An evidence vector: one column for each line the engine can say, 1 where it said it. */
function vectorsOf(incidents: readonly Incident[]): Labelled[] {
  const lineOf = ({ code, status, severity = 0 }: Incident["evidence"]["signals"][number]): string => `${code} ${status} ${severity}`;
  const columns = [...new Set(incidents.flatMap(({ evidence }) => evidence.signals.map(lineOf)))].toSorted();
  return incidents.map(({ label, evidence }) => {
    const said = new Set(evidence.signals.map(lineOf));
    return { label, features: columns.map((column) => (said.has(column) ? 1 : 0)) };
  });
}

const baseRates = (known: readonly { label: number }[]): number[] =>
  Branch.options.map((_, index) => (known.filter(({ label }) => label === index).length + 1) / (known.length + Branch.options.length));

/** Log loss, Brier score and macro-F1 by year of price_incidents: the shipped weights, and the engine's lines weighed anew by the years before. */
export async function evaluatePriceIncidents(folder: string, { say }: EvaluationInput): Promise<void> {
  const incidents = await readIncidents(folder);
  const counts = Branch.options.map((branch, index) => `${branch} ${incidents.filter(({ label }) => label === index).length}`);
  say(
    `## price_incidents: ${incidents.length} events with one of the three outcomes (${counts.join(", ")}), the engine at the hour of detection`,
  );
  say(
    "price alone: hourly closes, no volume, no trades, no pools; every rise in this set came down again, so the sign gives whale_manipulation away",
  );
  const row = (of: string, forecasts: readonly Forecast[]): void =>
    say(
      `${of.padEnd(34)} n ${String(forecasts.length).padStart(4)}  log loss ${figure(logLoss(forecasts))}  Brier ${figure(brier(forecasts))}  macro-F1 ${figure(macroF1(forecasts))}`,
    );
  say("to beat, forward in time on 2024-25:            log loss .410  Brier .214  macro-F1 .683 (base rates .908 .552)");
  const vectors = vectorsOf(incidents);
  for (const year of new Set(incidents.map((one) => one.year))) {
    const of = incidents.filter((one) => one.year === year);
    row(`${year} shipped weights`, of.map(shippedForecast));
    const earlier = vectors.filter((_, index) => incidents[index]!.year < year);
    if (new Set(earlier.map(({ label }) => label)).size < Branch.options.length) {
      say(`${year} not refitted: the years before are not in this folder, or lack an outcome`);
      continue;
    }
    const rates = baseRates(earlier);
    row(
      `${year} base rates of the years before`,
      of.map(({ label }) => ({ chances: rates, label })),
    );
    const classify = fitLogistic(earlier, { classes: Branch.options.length, penalty: PENALTY });
    const now = vectors.filter((_, index) => incidents[index]!.year === year);
    row(
      `${year} refitted on the years before`,
      now.map(({ features, label }) => ({ chances: classify(features), label })),
    );
  }
}
