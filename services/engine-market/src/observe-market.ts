import { type Analysis, observeRules } from "@token-sentiment/engine";
import { eventOf } from "./event.ts";
import type { Facts } from "./facts.ts";
import { rules } from "./rules.ts";

/** What the engine says of what it knows at `now` (epoch ms): its lines, and how much of an event there is. */
export function observeMarket(facts: Facts, now: number): Pick<Analysis, "signals" | "measures" | "series"> {
  const event = eventOf(facts);
  const { prices } = facts;
  return {
    signals: observeRules(rules, facts, { observedAt: now }),
    ...(event === undefined ? {} : { measures: { event } }),
    ...(prices && { series: { price: prices } }),
  };
}
