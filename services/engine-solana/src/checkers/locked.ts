import type { LockedShares } from "../chain/pool-shares.ts";
import type { Market } from "./report.ts";

/** How much of the pools' own shares nobody can take back. */
export interface Locked {
  /** Weighted by liquidity; of several pools of unknown liquidity the least. */
  percent: number;
  /** In those pools; undefined when nobody could say. */
  usd: number | undefined;
  pools: number;
  /** The program of the only one; undefined of several, and when its name is not known here. */
  kind: string | undefined;
  /** True when every share was counted on chain. */
  onChain: boolean;
}

const NOBODY = "11111111111111111111111111111111";
/** A launch curve says 100 by itself. */
const CURVE = /^pump_?fun$|launchpad/i;
/** Concentrated liquidity has positions instead of shares and says 0. */
const POSITIONS = /clmm|dlmm|whirlpool|damm_?v2/i;
const KINDS: Record<string, string> = {
  raydium: "Raydium v4",
  raydium_cpmm: "Raydium CPMM",
  pump_fun_amm: "PumpSwap",
  meteora: "Meteora",
};

const usdOf = ({ lp }: Market): number => (lp?.baseUSD ?? 0) + (lp?.quoteUSD ?? 0);

interface Part {
  usd: number;
  percent: number;
  kind: string | undefined;
  onChain: boolean;
}

/** The burned or locked part over all pools with shares: as the chain counts them, else as RugCheck says; undefined when there is none with liquidity. */
export function lockedOf(markets: readonly Market[], counted: readonly LockedShares[] = []): Locked | undefined {
  const onChain = new Map<string, LockedShares>(counted.map((pool) => [pool.at, pool]));
  const parts = markets.flatMap((market): Part[] => {
    const { pubkey = "", marketType, lp } = market;
    const usd = usdOf(market);
    const seen = onChain.get(pubkey);
    if (usd <= 0) return [];
    if (seen) return [{ usd, percent: seen.percent, kind: seen.kind, onChain: true }];
    if (!lp || CURVE.test(marketType) || POSITIONS.test(marketType) || lp.lpMint === NOBODY || (lp.lpTotalSupply ?? 0) <= 0) return [];
    const { lpLockedPct } = lp;
    const known = lpLockedPct !== undefined && lpLockedPct >= 0;
    return known ? [{ usd, percent: Math.min(100, lpLockedPct), kind: KINDS[marketType.toLowerCase()], onChain: false }] : [];
  });
  const [only] = parts;
  if (!only) return ofUnknownLiquidity(counted);
  const usd = parts.reduce((total, part) => total + part.usd, 0);
  return {
    usd,
    pools: parts.length,
    percent: parts.reduce((total, part) => total + (part.percent * part.usd) / usd, 0),
    kind: parts.length === 1 ? only.kind : undefined,
    onChain: parts.every((part) => part.onChain),
  };
}

function ofUnknownLiquidity(counted: readonly LockedShares[]): Locked | undefined {
  const [least] = counted.toSorted((a, b) => a.percent - b.percent);
  return (
    least && {
      usd: undefined,
      pools: counted.length,
      percent: least.percent,
      kind: counted.length === 1 ? least.kind : undefined,
      onChain: true,
    }
  );
}

/** True when what liquidity there is lies in positions alone: there are no shares that could be locked. */
export function positionsOnly(markets: readonly Market[]): boolean {
  const liquid = markets.filter((market) => usdOf(market) > 0 && !CURVE.test(market.marketType));
  return liquid.length > 0 && liquid.every(({ marketType }) => POSITIONS.test(marketType));
}
