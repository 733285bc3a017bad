import { type Counts, figure, scores, share } from "../score.ts";

/** Whether something is so, and whether it was said to be. */
export interface Judged {
  truth: boolean;
  said: boolean;
}

/** Right and wrong answers among some, counted. */
export function countsOf(judged: readonly Judged[]): Counts & { of: number } {
  const count = (truth: boolean, said: boolean) => judged.filter((one) => one.truth === truth && one.said === said).length;
  return { of: judged.length, truePositives: count(true, true), falsePositives: count(false, true), falseNegatives: count(true, false) };
}

/** One line of figures, each with its denominator. */
export function scoreLine(name: string, { of, ...counts }: Counts & { of: number }): string {
  const { truePositives: tp, falsePositives: fp, falseNegatives: fn } = counts;
  const { precision, recall, f1 } = scores(counts);
  return [
    `${name.padEnd(6)} of ${of} contracts:`,
    `precision ${figure(precision)} (${share(tp, tp + fp)})`,
    `recall ${figure(recall)} (${share(tp, tp + fn)})`,
    `F1 ${figure(f1)} (${share(2 * tp, 2 * tp + fp + fn)})`,
  ].join("  ");
}
