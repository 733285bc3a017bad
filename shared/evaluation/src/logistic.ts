/** A case: its features and the class it belongs to, 0-based. */
export interface Labelled {
  features: readonly number[];
  label: number;
}

/** From features to the probability of each class; they sum to 1. */
export type Classifier = (features: readonly number[]) => number[];

const STEPS = 4000;
const STEP = 0.5;

/** Probabilities that sum to 1, from log-likelihoods up to a constant. */
export const softmax = (logits: readonly number[]): number[] => {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const total = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / total);
};

/**
 * Fits a multinomial logistic regression with an L2 penalty (Hastie, Tibshirani and Friedman, section 4.4) by plain gradient descent from
 * zero: the same cases give the same classifier. Features are standardised by the cases at hand; the intercept is not penalised.
 */
export function fitLogistic(cases: readonly Labelled[], { classes, penalty }: { classes: number; penalty: number }): Classifier {
  const width = cases[0]?.features.length ?? 0;
  const means = Array.from({ length: width }, (_, index) => cases.reduce((sum, { features }) => sum + features[index]!, 0) / cases.length);
  const spreads = means.map(
    (mean, index) => Math.sqrt(cases.reduce((sum, { features }) => sum + (features[index]! - mean) ** 2, 0) / cases.length) || 1,
  );
  const standard = (features: readonly number[]): number[] => [
    1,
    ...features.map((value, index) => (value - means[index]!) / spreads[index]!),
  ];
  const weights = Array.from({ length: classes }, () => Array<number>(width + 1).fill(0));
  const logits = (row: readonly number[]): number[] => weights.map((of) => row.reduce((sum, value, index) => sum + value * of[index]!, 0));
  const rows = cases.map(({ features }) => standard(features));
  for (let step = 0; step < STEPS; step++) {
    const gradients = weights.map((of) => of.map((weight, index) => (index === 0 ? 0 : penalty * weight)));
    for (const [at, row] of rows.entries()) {
      for (const [branch, chance] of softmax(logits(row)).entries()) {
        const error = (chance - (cases[at]!.label === branch ? 1 : 0)) / cases.length;
        for (const [index, value] of row.entries()) gradients[branch]![index]! += error * value;
      }
    }
    for (const [branch, of] of weights.entries()) for (const index of of.keys()) of[index]! -= STEP * gradients[branch]![index]!;
  }
  return (features) => softmax(logits(standard(features)));
}
