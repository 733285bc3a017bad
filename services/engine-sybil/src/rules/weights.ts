import type { BranchWeights } from "@token-sentiment/contract";

const rounded = (x: number): number => Math.round(Math.min(5, Math.max(-5, x)) * 10_000) / 10_000;

/** Nats for real_crash, false_fud and whale_manipulation: the columns of sybil.md §9.8. Expert starting points, to be fitted. */
// oxlint-disable-next-line max-params -- one row of a table, and how strongly it holds
export const nats = (real_crash: number, false_fud: number, whale_manipulation: number, strength = 1): BranchWeights => ({
  real_crash: rounded(real_crash * strength),
  false_fud: rounded(false_fud * strength),
  whale_manipulation: rounded(whale_manipulation * strength),
});

/** Says nothing. */
export const silent = nats(0, 0, 0);
