/** When something was looked at, and from when on what followed was known; epoch ms. */
export interface Dated {
  detected_at: number;
  outcome_known_at: number;
}

/** One step forward in time: what was known when the first of `test` was looked at, and what was looked at from then on. */
export interface Step<T> {
  train: T[];
  test: T[];
}

/** How much is only learned from, and into how many steps the rest is cut. */
const WARM_UP = 0.4;
const STEPS = 4;

/**
 * Cuts cases by time, never at random: in each step only what was known before its first case is learned from, so that neither a later case nor
 * an outcome that was still open can help. Cases of one time stay together. Every case after the first 40 % is tested once.
 */
export function walkForward<T extends Dated>(cases: readonly T[], { warmUp = WARM_UP, steps = STEPS } = {}): Step<T>[] {
  const sorted = cases.toSorted((a, b) => a.detected_at - b.detected_at);
  const first = Math.ceil(warmUp * sorted.length);
  const edges = Array.from({ length: steps + 1 }, (_, index) => first + Math.round((index * (sorted.length - first)) / steps)).map(
    (edge) => {
      let at = edge;
      while (at > 0 && at < sorted.length && sorted[at]?.detected_at === sorted[at - 1]?.detected_at) at += 1;
      return at;
    },
  );
  return edges.slice(1).flatMap((end, index) => {
    const test = sorted.slice(edges[index], end);
    const [earliest] = test;
    if (!earliest) return [];
    return [{ train: sorted.filter(({ outcome_known_at }) => outcome_known_at < earliest.detected_at), test }];
  });
}
