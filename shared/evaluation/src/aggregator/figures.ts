import { Branch, Verdict } from "@token-sentiment/contract";
import type { CalibrationFigures, Model } from "@token-sentiment/model";
import type { Forward } from "./forward.ts";
import { forecastsOf, type Judged } from "./judged.ts";
import { CaseOutcome, type RecordedCase } from "./recorded-case.ts";
import { reliabilityTable } from "./reliability.ts";
import { type ForecastScores, scoresOf, topOf } from "./scores-of.ts";

const PLACES = 4;
const round = (value: number): number => Number(value.toFixed(PLACES));
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What recorded cases cannot show, whichever they are. */
const LIMITS = [
  "No data set shows one token to two engines: each case holds what one engine says, so agreement, coverage and what several engines add up to are not measured here.",
  "Each scenario comes from few data sets (pumps from ticks, talk and prices, drained pools from pools, scares from prices alone): telling them apart is partly telling which engine spoke.",
  "The detectors' own thresholds were chosen while looking at some of these data (docs/evaluation.md), so figures on other data will be a little worse.",
  "The security and Solana engines could not be run over anything dated: their findings are not among these cases.",
];

/** True when nothing in a model was fitted to cases: no scenario is preferred, nothing is scaled or mapped. */
const isExpert = ({ k, prior, temperature, confidence }: Model): boolean =>
  Object.keys(k).length === 0 && temperature === 1 && confidence.calibration === null && new Set(Object.values(prior)).size === 1;

const rounded = ({ log_loss, brier, expected_calibration_error, macro_f1 }: ForecastScores): ForecastScores => ({
  log_loss: round(log_loss),
  brier: round(brier),
  expected_calibration_error: round(expected_calibration_error),
  macro_f1: round(macro_f1),
});

const countsOf = <A>(judged: readonly Judged[], answers: readonly A[], answerOf: (one: Judged) => A) =>
  CaseOutcome.options.flatMap((outcome) =>
    answers.flatMap((answer) => {
      const cases = judged.filter((one) => one.of.outcome === outcome && answerOf(one) === answer).length;
      return cases === 0 ? [] : [{ outcome, answer, cases }];
    }),
  );

function dataOf(cases: readonly RecordedCase[]): CalibrationFigures["data"] {
  return [...Map.groupBy(cases, ({ dataset }) => dataset)].map(([dataset, those]) => {
    const times = those.map(({ detected_at }) => detected_at);
    const counts = CaseOutcome.options.map((outcome) => ({ outcome, cases: those.filter((one) => one.outcome === outcome).length }));
    return {
      dataset,
      engines: [...new Set(those.flatMap(({ evidence }) => evidence.map(({ engine }) => engine)))],
      licence: those.every(({ licence }) => licence !== undefined) ? [...new Set(those.map(({ licence }) => licence))].join(", ") : null,
      from: dayOf(Math.min(...times)),
      until: dayOf(Math.max(...times)),
      outcomes: counts.filter((one) => one.cases > 0),
    };
  });
}

/** The figures of a model as the API serves them: aggregates, nothing of any one case. */
export function figuresOf(
  cases: readonly RecordedCase[],
  { baseRates, shipped, fitted, steps }: Forward,
  { model, command, measuredOn }: { model: Model; command: string; measuredOn: string },
): CalibrationFigures {
  const forecasts = forecastsOf(shipped);
  return {
    model_version: model.version,
    weights: isExpert(model) ? "expert" : "fitted",
    measured_on: measuredOn,
    command,
    data: dataOf(cases),
    held_out: {
      from: dayOf(steps[0]?.from ?? 0),
      cases: forecasts.length,
      quiet: shipped.length - forecasts.length,
      base_rates: rounded(scoresOf(baseRates)),
      shipped: rounded(scoresOf(forecasts)),
      refitted: rounded(scoresOf(forecastsOf(fitted))),
    },
    reliability: reliabilityTable(forecasts.map(topOf)).map((bin) => ({ ...bin, told: round(bin.told), came: round(bin.came) })),
    confusion: countsOf(shipped, Branch.options, ({ dominant }) => dominant).map(({ outcome, answer: dominant_branch, cases: n }) => ({
      outcome,
      dominant_branch,
      cases: n,
    })),
    verdicts: countsOf(shipped, Verdict.options, ({ verdict }) => verdict).map(({ outcome, answer: executable_verdict, cases: n }) => ({
      outcome,
      executable_verdict,
      cases: n,
    })),
    limits: LIMITS,
  };
}
