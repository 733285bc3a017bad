import type { Model } from "@token-sentiment/model";
import { BELIEF, type Belief, fitWeights, type Weights } from "./fit-weights.ts";
import { codesOf, linearised } from "./linear-evidence.ts";
import type { RecordedCase } from "./recorded-case.ts";

const ROUNDS = 6;
const SETTLED = 1e-3;

const withWeights = (model: Model, { k, prior, temperature }: Weights): Model => ({
  ...model,
  k: { ...model.k, ...k },
  prior,
  temperature,
});

/**
 * The model with factors, prior and temperature fitted to cases. What a cap or a group bends is made straight anew at each round's factors, until
 * they stay. A belief without spread in `k` leaves the factors alone. No cases: the model as it is.
 */
export function fitModel(cases: readonly RecordedCase[], model: Model, belief: Belief = BELIEF): Model {
  if (cases.length === 0) return model;
  const codes = belief.k === 0 ? [] : [...new Set(cases.flatMap(codesOf))].toSorted();
  let fitted = model;
  for (let round = 0; round < ROUNDS; round++) {
    const weights = fitWeights(
      cases.map((one) => linearised(one, fitted)),
      codes,
      belief,
    );
    const moved = Math.max(0, ...codes.map((code) => Math.abs((weights.k[code] ?? 1) - (fitted.k[code] ?? 1))));
    fitted = withWeights(model, weights);
    if (moved < SETTLED) break;
  }
  return fitted;
}
