import { createRandom } from "@token-sentiment/sandbox";

const SEED = "calibration";
const RESAMPLES = 2000;

/** The mean, and the range of means in which 95 % of resamples lie (percentile bootstrap, Efron 1979; a fixed seed). */
export function meanWithRange(values: readonly number[]): { mean: number; from: number; to: number } {
  const random = createRandom(SEED);
  const meanOf = (of: () => number): number => values.reduce((sum) => sum + of(), 0) / values.length;
  const means = Array.from({ length: RESAMPLES }, () => meanOf(() => values[random.below(values.length)]!)).toSorted((a, b) => a - b);
  let index = 0;
  return {
    mean: meanOf(() => values[index++]!),
    from: means[Math.floor(0.025 * RESAMPLES)]!,
    to: means[Math.ceil(0.975 * RESAMPLES) - 1]!,
  };
}
