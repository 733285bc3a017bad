import { scores } from "./score.ts";

/** A forecast over classes and the class that came. */
export interface Forecast {
  chances: readonly number[];
  label: number;
}

const FLOOR = 1e-12;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean negative log of the chance of what came, nats. */
export const logLoss = (forecasts: readonly Forecast[]): number =>
  mean(forecasts.map(({ chances, label }) => -Math.log(Math.max(FLOOR, chances[label]!))));

/** Mean squared distance to what came, summed over the classes (0..2). */
export const brier = (forecasts: readonly Forecast[]): number =>
  mean(forecasts.map(({ chances, label }) => chances.reduce((sum, chance, index) => sum + (chance - (index === label ? 1 : 0)) ** 2, 0)));

/** Mean F1 of the likeliest class, over the classes that came at least once. */
export function macroF1(forecasts: readonly Forecast[]): number {
  const guessed = forecasts.map(({ chances, label }) => ({ guess: chances.indexOf(Math.max(...chances)), label }));
  const present = [...new Set(forecasts.map(({ label }) => label))];
  const count = (test: (one: { guess: number; label: number }) => boolean): number => guessed.filter(test).length;
  return mean(
    present.map(
      (of) =>
        scores({
          truePositives: count(({ guess, label }) => guess === of && label === of),
          falsePositives: count(({ guess, label }) => guess === of && label !== of),
          falseNegatives: count(({ guess, label }) => guess !== of && label === of),
        }).f1,
    ),
  );
}
