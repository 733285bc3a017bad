/** ln of n!, by a table that grows. */
const logFactorials = [0];
export function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}

function binomial(k: number, n: number, p: number): number {
  if (p >= 1) return k === n ? 1 : 0;
  return Math.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log(1 - p));
}

/**
 * How likely it is that some window holds `k` of `n` events when each falls into any window with probability `w`
 * (Wallenstein and Neff 1987: (k/w - n - 1) b(k;n,w) + 2 P(X >= k)), 0..1.
 */
export function scanProbability(k: number, n: number, w: number): number {
  if (w >= 1 || k <= 1) return 1;
  let tail = 0;
  for (let i = k; i <= n; i += 1) tail += binomial(i, n, w);
  return Math.min(1, Math.max(0, (k / w - n - 1) * binomial(k, n, w) + 2 * tail));
}

/** Benjamini and Hochberg: the largest p that may be called a finding when a share `q` of findings may be false; -1 when none may. */
export function falseDiscoveryLimit(ps: readonly number[], q: number): number {
  const sorted = ps.toSorted((a, b) => a - b);
  return sorted.findLast((p, index) => p <= ((index + 1) / sorted.length) * q) ?? -1;
}
