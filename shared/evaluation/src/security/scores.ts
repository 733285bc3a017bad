/** Whether something is so, and whether it was said to be. */
export interface Judged {
  truth: boolean;
  said: boolean;
}

/** Counts of right and wrong answers with their usual ratios, in 0..1; a ratio of nothing is undefined. */
export interface Score {
  of: number;
  tp: number;
  fp: number;
  fn: number;
  precision: number | undefined;
  recall: number | undefined;
  f1: number | undefined;
}

/** Precision tp/(tp+fp), recall tp/(tp+fn), F1 2tp/(2tp+fp+fn). */
export function scoreOf(judged: readonly Judged[]): Score {
  const count = (truth: boolean, said: boolean) => judged.filter((one) => one.truth === truth && one.said === said).length;
  const [tp, fp, fn] = [count(true, true), count(false, true), count(true, false)];
  const ratio = (part: number, whole: number) => (whole === 0 ? undefined : part / whole);
  return { of: judged.length, tp, fp, fn, precision: ratio(tp, tp + fp), recall: ratio(tp, tp + fn), f1: ratio(2 * tp, 2 * tp + fp + fn) };
}

const figure = (ratio: number | undefined, of: string): string => `${ratio === undefined ? "-" : ratio.toFixed(3)} (${of})`;

/** One line of figures, each with its denominator. */
export const scoreLine = (name: string, { of, tp, fp, fn, precision, recall, f1 }: Score): string =>
  [
    `${name.padEnd(6)} of ${of} contracts:`,
    `precision ${figure(precision, `${tp}/${tp + fp}`)}`,
    `recall ${figure(recall, `${tp}/${tp + fn}`)}`,
    `F1 ${figure(f1, `${2 * tp}/${2 * tp + fp + fn}`)}`,
  ].join("  ");
