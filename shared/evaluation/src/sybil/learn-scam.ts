import { bucketsOf, SCAM_BUCKETS, type ScamModel, scamScore } from "@token-sentiment/engine-sybil";

/** A text and whether people labelled it a scam, spam or an advertisement. */
export interface ScamExample {
  text: string;
  positive: boolean;
}

const EPOCHS = 30;
const RATE = 2;
const SHRINK = 1e-4;

/** Logistic regression by stochastic gradient: the same examples in the same order give the same model. */
export function learnScam(examples: readonly ScamExample[]): ScamModel {
  const data = examples.map(({ text, positive }) => ({ buckets: bucketsOf(text), label: positive ? 1 : 0 }));
  const weights = new Float64Array(SCAM_BUCKETS);
  let [bias, state] = [0, 7];
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (let i = data.length - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [data[i], data[j]] = [data[j]!, data[i]!];
    }
    const rate = RATE / (1 + 0.2 * epoch);
    for (const { buckets, label } of data) {
      const error = 1 / (1 + Math.exp(-scamScore(buckets, { weights, bias }))) - label;
      const each = 1 / Math.sqrt(Math.max(1, buckets.size));
      bias -= 0.05 * rate * error;
      for (const bucket of buckets) weights[bucket] = weights[bucket]! * (1 - rate * SHRINK) - rate * error * each;
    }
  }
  return { weights, bias };
}
