import { isTooSmall } from "./depth.ts";
import type { Facts } from "./facts.ts";

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Volume against what the pool holds on both sides. */
export const churnOf = ({ volume, deepest }: { volume: number; deepest: number }): number => (deepest > 0 ? volume / (2 * deepest) : 0);

/**
 * The strength of the strongest event of the window, 0..1, so that 0.3 is where one begins: a fall of 20 %, a rise of 50 %, a fifth of the
 * pool taken out, three times what it holds traded. Undefined when no logs were granted, or in a pool too small to judge.
 */
export function eventOf(facts: Facts): number | undefined {
  const { day } = facts;
  if (!day || isTooSmall(facts)) return undefined;
  const { drawdown = 0, rise = 0 } = day.movement ?? {};
  return clamp(Math.max(1.5 * drawdown, 0.6 * rise, 1.5 * (day.removal?.share ?? 0), 0.1 * churnOf(day)));
}
