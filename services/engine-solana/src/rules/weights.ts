import type { BranchWeights } from "@token-sentiment/contract";

/** The check list (solana.md, 8) is on a third of the model's scale. */
const SCALE = 3;
const scaled = (weight: number): number => Math.round(weight * SCALE * 1000) / 1000;

/** Nats from the columns of the check list: C (real_crash), F (false_fud), W (whale_manipulation). Expert starting points, to be fitted. */
export const columns = (c: number, f = 0, w = 0): BranchWeights => ({
  real_crash: scaled(c),
  false_fud: scaled(f),
  whale_manipulation: scaled(w),
});

/** Says nothing: unknown, or a remark. */
export const silent = columns(0);
