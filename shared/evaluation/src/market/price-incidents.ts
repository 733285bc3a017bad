import { Branch, type Signal } from "@token-sentiment/contract";
import { forecastsOf, hasScenario, judge, ratesOf } from "../aggregator/judged.ts";
import type { RecordedCase } from "../aggregator/recorded-case.ts";
import { incidentReplay } from "../aggregator/replay-incidents.ts";
import type { EvaluationInput } from "../evaluation.ts";
import { fitLogistic, type Labelled } from "../logistic.ts";
import { brier, type Forecast, logLoss, macroF1 } from "../probability-score.ts";
import { figure } from "../score.ts";

const PENALTY = 0.003;

const signalsOf = ({ evidence }: RecordedCase): Signal[] => evidence.flatMap(({ signals }) => signals);
const yearOf = ({ detected_at }: RecordedCase): number => new Date(detected_at).getUTCFullYear();
const labelOf = ({ outcome }: RecordedCase): number => Branch.options.findIndex((branch) => branch === outcome);

/** An evidence vector: one column for each line the engine can say, 1 where it said it. */
function vectorsOf(incidents: readonly RecordedCase[]): Labelled[] {
  const lineOf = ({ code, status, severity = 0 }: Signal): string => `${code} ${status} ${severity}`;
  const columns = [...new Set(incidents.flatMap((one) => signalsOf(one).map(lineOf)))].toSorted();
  return incidents.map((one) => {
    const said = new Set(signalsOf(one).map(lineOf));
    return { label: labelOf(one), features: columns.map((column) => (said.has(column) ? 1 : 0)) };
  });
}

/** Log loss, Brier score and macro-F1 by year of price_incidents: the shipped weights, and the engine's lines weighed anew by the years before. */
export async function evaluatePriceIncidents(folder: string, { say }: EvaluationInput): Promise<void> {
  const incidents = (await Array.fromAsync(incidentReplay.cases(folder))).filter(hasScenario);
  const counts = Branch.options.map((branch, index) => `${branch} ${incidents.filter((one) => labelOf(one) === index).length}`);
  say(
    `## price_incidents: ${incidents.length} events with one of the three outcomes (${counts.join(", ")}), the engine at the hour of detection`,
  );
  say(
    "price alone: hourly closes, no volume, no trades, no pools; of the rises only those that came down again are among the three, so the sign gives whale_manipulation away",
  );
  const row = (of: string, forecasts: readonly Forecast[]): void =>
    say(
      `${of.padEnd(34)} n ${String(forecasts.length).padStart(4)}  log loss ${figure(logLoss(forecasts))}  Brier ${figure(brier(forecasts))}  macro-F1 ${figure(macroF1(forecasts))}`,
    );
  say("to beat, forward in time on 2024-25:            log loss .410  Brier .214  macro-F1 .683 (base rates .908 .552)");
  const vectors = vectorsOf(incidents);
  for (const year of new Set(incidents.map(yearOf))) {
    const of = incidents.filter((one) => yearOf(one) === year);
    row(`${year} shipped weights`, forecastsOf(of.map((one) => judge(one))));
    const earlier = vectors.filter((_, index) => yearOf(incidents[index]!) < year);
    if (new Set(earlier.map(({ label }) => label)).size < Branch.options.length) {
      say(`${year} not refitted: the years before are not in this folder, or lack an outcome`);
      continue;
    }
    const rates = ratesOf(earlier.map(({ label }) => label));
    row(
      `${year} base rates of the years before`,
      of.map((one) => ({ chances: rates, label: labelOf(one) })),
    );
    const classify = fitLogistic(earlier, { classes: Branch.options.length, penalty: PENALTY });
    const now = vectors.filter((_, index) => yearOf(incidents[index]!) === year);
    row(
      `${year} refitted on the years before`,
      now.map(({ features, label }) => ({ chances: classify(features), label })),
    );
  }
}
