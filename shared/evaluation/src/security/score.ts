/** One judgement against its label; `said` undefined: it could not be judged. */
export interface Judgement {
  truth: boolean;
  said: boolean | undefined;
}

/** Counts and the figures made of them; NaN where a denominator is 0. */
export interface Score {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  precision: number;
  recall: number;
  f1: number;
}

/** Scores judgements; what could not be judged counts as said "no". */
export function scoreOf(judgements: readonly Judgement[]): Score {
  const count = (truth: boolean, said: boolean): number =>
    judgements.filter((one) => one.truth === truth && (one.said ?? false) === said).length;
  const [tp, fp, fn, tn] = [count(true, true), count(false, true), count(true, false), count(false, false)];
  return { tp, fp, fn, tn, precision: tp / (tp + fp), recall: tp / (tp + fn), f1: (2 * tp) / (2 * tp + fp + fn) };
}
