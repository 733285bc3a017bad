import { Branch } from "@token-sentiment/contract";
import type { Model } from "@token-sentiment/model";
import type { Forecast } from "../probability-score.ts";
import { fitConfidence } from "./confidence-map.ts";
import { fitModel } from "./fit-model.ts";
import { BELIEF } from "./fit-weights.ts";
import { judge, type Judged, ratesOf } from "./judged.ts";
import type { RecordedCase } from "./recorded-case.ts";
import type { Told } from "./reliability.ts";
import { walkForward } from "./walk-forward.ts";

/** The same held-out cases, in the same order, as each of these forecasts them from what was known before. */
export interface Forward {
  /** The rates of the outcomes so far. */
  baseRates: Forecast[];
  shipped: Judged[];
  /** Only the temperature is fitted. */
  tempered: Judged[];
  /** Factors, prior and temperature are, and the map of confidence on what was held out before. */
  fitted: Judged[];
  /** Per step: how many cases were learned from, how many tested, and when the first of these was looked at. */
  steps: { train: number; test: number; from: number }[];
}

const TEMPERATURE_ONLY = { k: 0, logPrior: 0, logTemperature: BELIEF.logTemperature };

/** Raw confidence, and whether the likeliest scenario came; of cases in which one of the three did. */
export const confidenceTold = (judged: readonly Judged[], of: "raw" | "confidence"): Told[] =>
  judged.flatMap((one) => (one.of.outcome === "none" ? [] : [{ chance: one[of], right: one.dominant === one.of.outcome }]));

const labelsOf = (cases: readonly RecordedCase[]): number[] =>
  cases.flatMap(({ outcome }) => (outcome === "none" ? [] : [Branch.options.indexOf(outcome)]));

/** Fits on the past and forecasts what followed, step by step. */
export function forward(cases: readonly RecordedCase[], model: Model): Forward {
  const found: Forward = { baseRates: [], shipped: [], tempered: [], fitted: [], steps: [] };
  for (const { train, test } of walkForward(cases)) {
    const rates = ratesOf(labelsOf(train));
    const tempered = fitModel(train, model, TEMPERATURE_ONLY);
    const fitted = fitModel(train, model);
    const [first] = test;
    const calibration = fitConfidence(confidenceTold(known(found.fitted, first?.detected_at ?? 0), "raw"));
    found.baseRates.push(...labelsOf(test).map((label) => ({ chances: rates, label })));
    found.shipped.push(...test.map((one) => judge(one, model)));
    found.tempered.push(...test.map((one) => judge(one, tempered)));
    found.fitted.push(...test.map((one) => judge(one, { ...fitted, confidence: { ...fitted.confidence, calibration } })));
    found.steps.push({ train: train.length, test: test.length, from: first?.detected_at ?? 0 });
  }
  return found;
}

/** Forecasts whose outcome was known by then. */
const known = (judged: readonly Judged[], at: number): Judged[] => judged.filter(({ of }) => of.outcome_known_at < at);
