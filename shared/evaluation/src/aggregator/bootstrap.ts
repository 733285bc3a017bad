import { chance } from "./chance.ts";

const SEED = "calibration";
const RESAMPLES = 2000;

/**
 * The mean of all values, and the range of means in which 95 % of resamples lie: a percentile bootstrap (Efron, 1979) of whole clusters, because
 * what happens together says the same thing several times. The seed is fixed.
 */
export function meanWithRange(clusters: readonly (readonly number[])[]): { mean: number; from: number; to: number } {
  const next = chance(SEED);
  const sums = clusters.map((values) => ({ sum: values.reduce((total, value) => total + value, 0), cases: values.length }));
  const meanOf = (drawn: readonly { sum: number; cases: number }[]): number => {
    const cases = drawn.reduce((total, one) => total + one.cases, 0);
    return drawn.reduce((total, one) => total + one.sum, 0) / cases;
  };
  const means = Array.from({ length: RESAMPLES }, () => meanOf(sums.map(() => sums[Math.floor(next() * sums.length)]!))).toSorted(
    (a, b) => a - b,
  );
  return { mean: meanOf(sums), from: means[Math.floor(0.025 * RESAMPLES)]!, to: means[Math.ceil(0.975 * RESAMPLES) - 1]! };
}
