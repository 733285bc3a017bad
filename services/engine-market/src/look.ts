import { z } from "zod";

/** A pool as it was at one time. */
export const Look = z.object({
  /** Epoch ms. */
  at: z.number(),
  pool: z.string(),
  liquidityUsd: z.number().nonnegative(),
  priceUsd: z.number().positive(),
});
export type Look = z.infer<typeof Look>;

/** A later look is kept instead when the earlier one is so old, so that a slow drain shows too. */
const KEPT_MS = 12 * 3_600_000;

/** True when `now` is to be kept instead of the earlier look, which cannot be compared with it or is old. */
export const isNewer = (now: Look, before: Look | undefined): boolean => before === undefined || now.at - before.at >= KEPT_MS;

/** The earlier look at a token's deepest pool, if that pool is still told of: it, or one of `others`, by address. No pool of now is deeper than the one of `now`, whatever went from one to another. */
export const comparable = (now: Look, before: Look | undefined, others: readonly string[]): Look | undefined =>
  before !== undefined && (before.pool === now.pool || others.includes(before.pool)) ? before : undefined;

/**
 * The share of a pool's liquidity that trades alone do not explain, 0..1: what is left below the least that any kind of pool holds after the
 * price went from then to now, which is its former liquidity times the fall of the price (a pool that holds nothing but the token any more).
 */
export function takenOut(before: Look, now: Look): number {
  const least = before.liquidityUsd * Math.min(1, now.priceUsd / before.priceUsd);
  return least > 0 ? Math.min(1, Math.max(0, 1 - now.liquidityUsd / least)) : 0;
}
