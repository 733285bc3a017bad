import { logFactorial } from "./scan-statistic.ts";

const SAMPLE = 100;

/** Distinct authors over posts, four decimals; 1 without posts. Falls with the number of posts: for people, not for scoring. */
export function authorRatio(postsByAuthor: ReadonlyMap<string, number>): number {
  const posts = [...postsByAuthor.values()].reduce((sum, count) => sum + count, 0);
  return posts === 0 ? 1 : Math.round((postsByAuthor.size / posts) * 10_000) / 10_000;
}

/**
 * U100: the share of distinct authors expected in a sample of 100 posts, or of all when there are fewer (sybil.md §9.1), so that busy and
 * quiet tokens compare: (1/m) Σ_a [1 - C(N - n_a, m) / C(N, m)].
 */
export function rarefiedAuthorRatio(postsByAuthor: ReadonlyMap<string, number>): number {
  const posts = [...postsByAuthor.values()].reduce((sum, count) => sum + count, 0);
  if (posts === 0) return 1;
  const m = Math.min(SAMPLE, posts);
  const logChoose = (n: number): number => (n < m ? -Infinity : logFactorial(n) - logFactorial(m) - logFactorial(n - m));
  const all = logChoose(posts);
  const expected = [...postsByAuthor.values()].reduce((sum, own) => sum + 1 - Math.exp(logChoose(posts - own) - all), 0);
  return expected / m;
}

/** Lower end of the 95 % interval of a share (Wilson), 0..1. */
export function shareAtLeast(hits: number, of: number): number {
  if (of === 0) return 0;
  const [z, p] = [1.96, hits / of];
  const middle = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return Math.max(0, (middle - spread) / (1 + (z * z) / of));
}
