import { Branch } from "@token-sentiment/contract";
import { type PerBranch, perBranch } from "./per-branch.ts";

const UNITS = 10_000;

/** Four decimals that sum to exactly 1: the units lost by cutting go to the largest remainders, ties to the more cautious scenario. */
export function roundToOne(p: PerBranch): PerBranch {
  const units = perBranch((branch) => Math.floor(p[branch] * UNITS));
  const lost = UNITS - Branch.options.reduce((sum, branch) => sum + units[branch], 0);
  const remainder = (branch: Branch): number => p[branch] * UNITS - units[branch];
  const receivers = Branch.options.toSorted((a, b) => remainder(b) - remainder(a)).slice(0, lost);
  return perBranch((branch) => (units[branch] + (receivers.includes(branch) ? 1 : 0)) / UNITS);
}
