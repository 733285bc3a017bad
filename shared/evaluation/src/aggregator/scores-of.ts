import { brier, type Forecast, logLoss, macroF1 } from "../probability-score.ts";
import { calibrationError, type Told } from "./reliability.ts";

/** What forecasts are worth: log loss in nats, Brier score 0..2, calibration error and macro-F1 0..1. */
export interface ForecastScores {
  log_loss: number;
  brier: number;
  expected_calibration_error: number;
  macro_f1: number;
}

/** The chance of the likeliest class, and whether that one came. */
export const topOf = ({ chances, label }: Forecast): Told => {
  const chance = Math.max(...chances);
  return { chance, right: chances.indexOf(chance) === label };
};

/** Scores forecasts; NaN of none. */
export const scoresOf = (forecasts: readonly Forecast[]): ForecastScores => ({
  log_loss: logLoss(forecasts),
  brier: brier(forecasts),
  expected_calibration_error: calibrationError(forecasts.map(topOf)),
  macro_f1: macroF1(forecasts),
});
