import { z } from "zod";

/** How often an upstream may be asked by all replicas of one role together. */
export interface BudgetLimit {
  calls: number;
  perMs: number;
}

/** The value of a budget's key: how many calls of window number `window` are leased. */
export const BudgetWindow = z.object({ window: z.int().nonnegative(), used: z.int().nonnegative() });
export type BudgetWindow = z.infer<typeof BudgetWindow>;

/** Which fixed window `now` (epoch ms) lies in. */
export const windowAt = (now: number, { perMs }: BudgetLimit): number => Math.floor(now / perMs);

/** From `now` to the next window, ms. */
export const untilNextWindow = (now: number, { perMs }: BudgetLimit): number => perMs - (now % perMs);

/** A tenth at once, so that replicas rarely write and strand little when a window ends. */
const batchOf = ({ calls }: BudgetLimit): number => Math.max(1, Math.ceil(calls / 10));

/** Leases a batch: how many calls are granted (0 = used up) and the value to store. A stored window that is ahead of this clock counts as now. */
export function lease(stored: BudgetWindow | undefined, now: number, limit: BudgetLimit): { granted: number; next: BudgetWindow } {
  const window = Math.max(stored?.window ?? 0, windowAt(now, limit));
  const used = stored?.window === window ? stored.used : 0;
  const granted = Math.min(batchOf(limit), Math.max(0, limit.calls - used));
  return { granted, next: { window, used: used + granted } };
}

/** `25 a minute`. */
export function describeLimit({ calls, perMs }: BudgetLimit): string {
  const unit = { 1000: "a second", 60_000: "a minute", 3_600_000: "an hour", 86_400_000: "a day" }[perMs];
  return `${calls} ${unit ?? `per ${perMs} ms`}`;
}
