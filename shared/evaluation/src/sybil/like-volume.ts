import type { Labelled } from "../solana/area-under-curve.ts";

/** A measured value, its label, and how much it was measured on. */
export interface Volumed extends Labelled {
  volume: number;
}

/** Volumes that differ by at most this factor are alike. */
const ALIKE = 1.25;

/** The area under the curve over the pairs of like volume only, so that counting alone is worth .5; and how many pairs there are. */
export function likeVolumeArea(cases: readonly Volumed[]): { area: number; pairs: number } {
  const negatives = cases.filter(({ positive }) => !positive);
  let [won, pairs] = [0, 0];
  for (const one of cases.filter(({ positive }) => positive))
    for (const other of negatives) {
      if (Math.max(one.volume, other.volume) > ALIKE * Math.min(one.volume, other.volume)) continue;
      pairs += 1;
      won += one.value > other.value ? 1 : one.value === other.value ? 0.5 : 0;
    }
  return { area: won / pairs, pairs };
}
