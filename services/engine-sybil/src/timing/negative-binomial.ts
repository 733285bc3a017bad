import { logFactorial } from "../coordination/scan-statistic.ts";

const LANCZOS = [76.18009172947146, -86.5053203294168, 24.0140982408309, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];

function logGamma(x: number): number {
  const series = LANCZOS.reduce((sum, coefficient, index) => sum + coefficient / (x + index + 1), 1.000000000190015);
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.506628274631 * series) / x);
}

/** P(X >= k) of a count with mean `mean` and variance `dispersion` times that; Poisson when the dispersion is 1. */
export function countTail(k: number, mean: number, dispersion: number): number {
  if (k <= 0) return 1;
  if (mean <= 0) return 0;
  const r = mean / (dispersion - 1);
  const logTerm = (i: number): number =>
    dispersion <= 1.0001
      ? -mean + i * Math.log(mean) - logFactorial(i)
      : logGamma(i + r) - logGamma(r) - logFactorial(i) - r * Math.log(dispersion) + i * Math.log(1 - 1 / dispersion);
  let below = 0;
  for (let i = 0; i < k; i += 1) below += Math.exp(logTerm(i));
  // Far out the sum is 1 to the last digit: the first term of the rest stands for it.
  return 1 - below > 1e-12 ? 1 - below : Math.exp(logTerm(k));
}
