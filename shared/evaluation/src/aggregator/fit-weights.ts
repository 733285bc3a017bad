import { Branch } from "@token-sentiment/contract";
import type { PerBranch } from "@token-sentiment/model";
import { softmax } from "../logistic.ts";
import { minimise, type Slope } from "./minimise.ts";

/** Evidence as straight lines in the factors of its codes: log-likelihoods are `offset + Σ k_code · parts[code]`, in nats. */
export interface Row {
  parts: ReadonlyMap<string, PerBranch>;
  offset: PerBranch;
  /** What came, as chances: one of the three, or a third of each when none of them did. */
  target: PerBranch;
}

/** What the fit decides of a model. */
export interface Weights {
  k: Record<string, number>;
  /** Sums to 1. */
  prior: PerBranch;
  temperature: number;
}

/** How far from the expert's 1, from no preference and from 1 the numbers are believed to lie before any case (standard deviations); 0 = not at all. */
export interface Belief {
  k: number;
  logPrior: number;
  logTemperature: number;
}

/** A factor is a half to twice what the expert said, mostly. */
export const BELIEF: Belief = { k: 0.5, logPrior: 1, logTemperature: 0.5 };

const branches = Branch.options;
const WIDTH = branches.length;

interface Numbered {
  parts: { index: number; by: number[] }[];
  offset: number[];
  target: number[];
}

/**
 * Multinomial logistic regression (Hastie, Tibshirani and Friedman, 4.4) of what came on what the engines said, with a normal belief about each
 * number: the posterior mode. P = softmax((ln prior + offset + Σ k · parts) / T), k >= 0, T >= 1: below it what an engine may say would be more than
 * its cap. The same rows give the same numbers.
 */
export function fitWeights(rows: readonly Row[], codes: readonly string[], belief: Belief = BELIEF): Weights {
  const line = (of: PerBranch): number[] => branches.map((branch) => of[branch]);
  const numbered = rows.map(({ parts, offset, target }): Numbered => ({
    parts: codes.flatMap((code, index) => (parts.has(code) ? [{ index, by: line(parts.get(code)!) }] : [])),
    offset: line(offset),
    target: line(target),
  }));
  const centre = [...codes.map(() => 1), ...branches.map(() => 0), 0];
  const spread = [...codes.map(() => belief.k), ...branches.map(() => belief.logPrior), belief.logTemperature];
  const floor = centre.map((_, index) => (index < codes.length || index === centre.length - 1 ? 0 : -Infinity));
  const objective = (point: readonly number[]): Slope => penalised(numbered, point, { centre, spread });
  const found = minimise(objective, centre, floor);
  const prior = softmax(found.slice(codes.length, codes.length + WIDTH));
  return {
    k: Object.fromEntries(codes.map((code, index) => [code, found[index]!])),
    prior: { real_crash: prior[0]!, whale_manipulation: prior[1]!, false_fud: prior[2]! },
    temperature: Math.exp(found.at(-1)!),
  };
}

/** Cross-entropy of all rows, and half the squared distance from what is believed. */
function penalised(
  rows: readonly Numbered[],
  point: readonly number[],
  { centre, spread }: { centre: readonly number[]; spread: readonly number[] },
): Slope {
  const own = point.length - WIDTH - 1;
  const temperature = Math.exp(point.at(-1)!);
  let value = 0;
  const gradient = point.map(() => 0);
  for (const { parts, offset, target } of rows) {
    const logits = offset.map((one, branch) => {
      const evidence = parts.reduce((sum, { index, by }) => sum + point[index]! * by[branch]!, one);
      return (point[own + branch]! + evidence) / temperature;
    });
    const chances = softmax(logits);
    for (const [branch, chance] of chances.entries()) {
      const error = chance - target[branch]!;
      if (target[branch]! > 0) value -= target[branch]! * Math.log(Math.max(1e-300, chance));
      gradient[own + branch]! += error / temperature;
      gradient[point.length - 1]! -= error * logits[branch]!;
      for (const { index, by } of parts) gradient[index]! += (error * by[branch]!) / temperature;
    }
  }
  for (const [index, width] of spread.entries()) {
    const away = point[index]! - centre[index]!;
    if (width === 0) gradient[index] = 0;
    else {
      value += away ** 2 / (2 * width ** 2);
      gradient[index]! += away / width ** 2;
    }
  }
  return { value, gradient };
}
