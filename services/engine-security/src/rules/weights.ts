import type { BranchWeights } from "@token-sentiment/contract";

/** Nats for real_crash, false_fud and whale_manipulation: the columns of the check list that the rules quote (RC, FF, WM). Expert starting points, to be fitted. */
export const nats = (real_crash: number, false_fud: number, whale_manipulation = 0): BranchWeights => ({
  real_crash,
  false_fud,
  whale_manipulation,
});

/** Says nothing: unknown, inconclusive without a lean, or a remark. */
export const silent = nats(0, 0);
