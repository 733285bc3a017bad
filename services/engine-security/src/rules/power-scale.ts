import type { Facts } from "../facts.ts";
import type { PowerName } from "../powers/judge.ts";
import { isFree } from "../trade/free.ts";
import { isCustodial } from "../trusted.ts";

/** Several keys or a delay stand before whatever only the owner can do. */
const guarded = ({ snapshot, powers }: Facts, name: PowerName): boolean => {
  const power = powers[name];
  const byOwner = power.status === "hit" && power.proven.every(({ by }) => by === "owner");
  return byOwner && (snapshot.owner?.kind === "safe" || snapshot.owner?.kind === "timelock");
};
/** What many sound tokens have. Not the taking back of ownership, nor what a stranger can do. */
const COMMON = new Set<PowerName>(["mint", "destroy", "block"]);
/** Everybody was able to sell, at no tax: the power is there and was not used (decision 0004). */
const unused = ({ snapshot, powers, trade }: Facts, name: PowerName): boolean => {
  const power = powers[name];
  const named = snapshot.owner !== undefined && snapshot.owner.kind !== "nobody";
  return COMMON.has(name) && named && power.status === "hit" && power.proven.every(({ by }) => by !== "anyone") && isFree(trade);
};
/** The share of its weight that a proven power keeps, 0..1. A custodian that freezes on a court's order is no trap: that weighs a fifth. */
export const scaleOf = (facts: Facts, name: PowerName): number => {
  if (name === "block" && isCustodial(facts.snapshot)) return 0.2;
  if (unused(facts, name)) return guarded(facts, name) ? 0.12 : 0.3;
  return guarded(facts, name) ? 0.4 : 1;
};
/** What `scaleOf` answers. */
export const SCALES = [1, 0.4, 0.3, 0.2, 0.12] as const;
