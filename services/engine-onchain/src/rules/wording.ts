import type { BranchWeights } from "@token-sentiment/contract";
import type { Day, Facts, Holders } from "../facts.ts";

/** Nats for real_crash, false_fud and whale_manipulation: the columns of the check list (RC, FF, WM). Expert starting points, to be fitted. */
export const nats = (real_crash: number, false_fud: number, whale_manipulation = 0): BranchWeights => ({
  real_crash,
  false_fud,
  whale_manipulation,
});

/** Says nothing: unknown, inconclusive without a lean, or a remark. */
export const silent = nats(0, 0);

/** 0.425 -> `42.5 %`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Four decimals: enough to derive the sentence again. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The length of the window: `in 24 h`, or less, and why it is less. */
export const inWindow = ({ hours, cut = "" }: { hours: number; cut?: string }): string => {
  const length = hours >= 1 ? `in ${Math.round(hours)} h` : `in ${Math.round(hours * 60)} min`;
  return cut === "" ? length : `${length} (${cut})`;
};

/** A window too short says nothing by what is missing from it. */
export const LONG_ENOUGH_HOURS = 6;

/** `12.3 ETH`. */
export const coins = (amount: number, { snapshot }: Facts): string => `${amount.toFixed(amount < 10 ? 2 : 1)} ${snapshot.chain.coin}`;

/** `1 account`, `3 accounts`. */
export const accounts = (count: number): string => (count === 1 ? "1 account" : `${count} accounts`);

/** Rules about the window: they speak only when there is one. */
export const ofDay =
  (when: (day: Day, facts: Facts) => boolean) =>
  (facts: Facts): boolean =>
    facts.day !== undefined && when(facts.day, facts);

/** Their sentences. */
export const sayOfDay =
  (text: (day: Day, facts: Facts) => string) =>
  (facts: Facts): string =>
    facts.day ? text(facts.day, facts) : "";

/** Rules about the token's transfers: they speak only when they were read. */
export const ofHolders =
  (when: (holders: Holders, facts: Facts) => boolean) =>
  (facts: Facts): boolean =>
    facts.holders !== undefined && when(facts.holders, facts);

/** Their sentences. */
export const sayOfHolders =
  (text: (holders: Holders, facts: Facts) => string) =>
  (facts: Facts): string =>
    facts.holders ? text(facts.holders, facts) : "";
