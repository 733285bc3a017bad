import { Branch } from "@token-sentiment/contract";

/** One number per scenario. */
export type PerBranch = Record<Branch, number>;

/** Fills in one number per scenario. */
export const perBranch = (of: (branch: Branch) => number): PerBranch => ({
  real_crash: of("real_crash"),
  whale_manipulation: of("whale_manipulation"),
  false_fud: of("false_fud"),
});

/** The scenario with the largest number; ties go to the more cautious. */
export const argmax = (values: PerBranch): Branch =>
  Branch.options.reduce((best, branch) => (values[branch] > values[best] ? branch : best));

/** Probabilities that sum to 1 up to rounding: softmax of `logits / temperature`. */
export function softmax(logits: PerBranch, temperature: number): PerBranch {
  const top = logits[argmax(logits)];
  const raw = perBranch((branch) => Math.exp((logits[branch] - top) / temperature));
  const total = raw.real_crash + raw.whale_manipulation + raw.false_fud;
  return perBranch((branch) => raw[branch] / total);
}

/** Entropy over that of three equal scenarios: 0 certain, 1 undecided. */
export function relativeEntropy(p: PerBranch): number {
  const nats = Branch.options.reduce((sum, branch) => sum - (p[branch] > 0 ? p[branch] * Math.log(p[branch]) : 0), 0);
  return Math.min(1, Math.max(0, nats / Math.log(3)));
}
