/** Hits and misses of one class. */
export interface Counts {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
}

/** Precision, recall and F1, 0..1; NaN where nothing was there to count. */
export function scores({ truePositives, falsePositives, falseNegatives }: Counts): { precision: number; recall: number; f1: number } {
  return {
    precision: truePositives / (truePositives + falsePositives),
    recall: truePositives / (truePositives + falseNegatives),
    f1: (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives),
  };
}

/** `.713`, `1.000`, or `-` for nothing. */
export const figure = (value: number): string => (Number.isFinite(value) ? value.toFixed(3).replace(/^0/, "") : "-");

/** `31/48`. */
export const share = (part: number, of: number): string => `${part}/${of}`;
