import { logFactorial } from "../coordination/scan-statistic.ts";

const LANCZOS = [76.18009172947146, -86.5053203294168, 24.0140982408309, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];

function logGamma(x: number): number {
  const series = LANCZOS.reduce((sum, coefficient, index) => sum + coefficient / (x + index + 1), 1.000000000190015);
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.506628274631 * series) / x);
}

/** What is left of a sum that changes nothing any more. */
const NOTHING = 1e-12;

/** P(X >= k) of a count with mean `mean` and variance `dispersion` times that; Poisson when the dispersion is 1. */
export function countTail(k: number, mean: number, dispersion: number): number {
  if (k <= 0) return 1;
  if (mean <= 0) return 0;
  const isPoisson = dispersion <= 1.0001;
  const r = mean / (dispersion - 1);
  // each term by the one before it: P(i + 1) / P(i)
  const ratio = (i: number): number => (isPoisson ? mean / (i + 1) : ((i + r) / (i + 1)) * (1 - 1 / dispersion));
  const first = Math.exp(
    isPoisson
      ? -mean + k * Math.log(mean) - logFactorial(k)
      : logGamma(k + r) - logGamma(r) - logFactorial(k) - r * Math.log(dispersion) + k * Math.log(1 - 1 / dispersion),
  );
  // far below the mean it is too small to say, and everything lies above
  if (first === 0) return k < mean ? 1 : 0;
  let [sum, term] = [first, first];
  for (let i = k; i < mean || term > NOTHING * sum; i += 1) {
    term *= ratio(i);
    sum += term;
  }
  return Math.min(1, sum);
}
