import type { Model } from "@token-sentiment/model";
import { minimise } from "./minimise.ts";
import type { Told } from "./reliability.ts";

type Calibration = NonNullable<Model["confidence"]["calibration"]>;

/** Fewer cases, or fewer right or wrong among them, make no map; from many on it may have any rising shape (Niculescu-Mizil and Caruana, 2005). */
const ENOUGH = 100;
const OF_EACH = 20;
const MANY = 1000;

/** 1 / (1 + exp(-(a x + b))) with Platt's targets (1999), which keep a small sample from certainty. */
export function fitPlatt(all: readonly Told[]): Calibration {
  const right = all.filter((one) => one.right).length;
  const targets = { right: (right + 1) / (right + 2), wrong: 1 / (all.length - right + 2) };
  const [a, b] = minimise(
    ([slope = 0, shift = 0]) => {
      let value = 0;
      const gradient = [0, 0];
      for (const { chance: x, right: isRight } of all) {
        const target = isRight ? targets.right : targets.wrong;
        const logit = slope * x + shift;
        // log(1 + exp(z)), whatever the size of z
        value += Math.max(0, logit) + Math.log1p(Math.exp(-Math.abs(logit))) - target * logit;
        const error = 1 / (1 + Math.exp(-logit)) - target;
        gradient[0]! += error * x;
        gradient[1]! += error;
      }
      return { value, gradient };
    },
    [0, 0],
    [-Infinity, -Infinity],
  );
  return { kind: "platt", a: a!, b: b! };
}

/** The non-falling steps nearest to what came: pooled adjacent violators (Ayer et al., 1955), each step a point at its mean x. */
export function fitIsotonic(all: readonly Told[]): Calibration {
  const steps: { x: number; y: number; cases: number }[] = [];
  for (const { chance: x, right } of all.toSorted((a, b) => a.chance - b.chance)) {
    steps.push({ x, y: right ? 1 : 0, cases: 1 });
    for (let [last, before] = [steps.at(-1)!, steps.at(-2)]; before && (before.y >= last.y || before.x === last.x);) {
      const cases = before.cases + last.cases;
      const mean = (of: "x" | "y"): number => (before![of] * before!.cases + last[of] * last.cases) / cases;
      steps.splice(-2, 2, { x: mean("x"), y: mean("y"), cases });
      [last, before] = [steps.at(-1)!, steps.at(-2)];
    }
  }
  const points = steps.map(({ x, y }): [number, number] => [x, y]);
  const [only] = points;
  return {
    kind: "isotonic",
    points:
      points.length === 1 && only
        ? [
            [0, only[1]],
            [1, only[1]],
          ]
        : points,
  };
}

/** The map from raw confidence to how often such an answer is right, of the shape that so many cases allow; null when too few do. */
export function fitConfidence(all: readonly Told[]): Calibration | null {
  const right = all.filter((one) => one.right).length;
  if (all.length < ENOUGH || Math.min(right, all.length - right) < OF_EACH) return null;
  return all.length >= MANY ? fitIsotonic(all) : fitPlatt(all);
}
