import type { Market } from "./report.ts";

/** How much of the pools' own shares nobody can take back. */
export interface Locked {
  /** Weighted by liquidity. */
  percent: number;
  usd: number;
  pools: number;
}

const NOBODY = "11111111111111111111111111111111";
/** A launch curve says 100 by itself; concentrated liquidity has positions instead of shares and says 0. */
const WITHOUT_SHARES = /^pump_?fun$|clmm|dlmm|whirlpool|damm_?v2|launchpad/i;

/** The burned or locked part over all pools with shares; undefined when there is none with liquidity. */
export function lockedOf(markets: readonly Market[]): Locked | undefined {
  const pools = markets.flatMap(({ marketType, lp }) => {
    if (!lp || WITHOUT_SHARES.test(marketType) || lp.lpMint === NOBODY || (lp.lpTotalSupply ?? 0) <= 0) return [];
    const usd = (lp.baseUSD ?? 0) + (lp.quoteUSD ?? 0);
    const { lpLockedPct } = lp;
    return usd > 0 && lpLockedPct !== undefined && lpLockedPct >= 0 ? [{ usd, percent: Math.min(100, lpLockedPct) }] : [];
  });
  const usd = pools.reduce((total, pool) => total + pool.usd, 0);
  if (usd <= 0) return undefined;
  return { usd, pools: pools.length, percent: pools.reduce((total, pool) => total + (pool.percent * pool.usd) / usd, 0) };
}
