import { expect, test } from "vitest";
import { lockedOf } from "./locked.ts";

const market = (marketType: string, lp: { lpLockedPct?: number; usd: number; lpMint?: string; supply?: number }) => ({
  pubkey: undefined,
  mintLP: undefined,
  marketType,
  lp: { lpMint: lp.lpMint ?? "shares", lpTotalSupply: lp.supply ?? 1, lpLockedPct: lp.lpLockedPct, baseUSD: lp.usd, quoteUSD: 0 },
});

test("the locked part is weighted by liquidity", () => {
  expect(lockedOf([market("raydium", { lpLockedPct: 100, usd: 30 }), market("raydium_cpmm", { lpLockedPct: 0, usd: 10 })])).toEqual({
    percent: 75,
    usd: 40,
    pools: 2,
    kind: undefined,
    onChain: false,
  });
});

test("markets without shares, of whatever name, and shares of unknown state do not count", () => {
  const without = [
    market("orca_whirlpool", { lpLockedPct: 0, usd: 10 }),
    market("pumpfun", { lpLockedPct: 100, usd: 10 }),
    market("new kind", { lpLockedPct: 0, usd: 10, lpMint: "11111111111111111111111111111111" }),
    market("raydium", { lpLockedPct: 0, usd: 10, supply: 0 }),
    market("raydium", { usd: 10 }),
    market("raydium", { lpLockedPct: 100, usd: 0 }),
  ];
  expect(lockedOf(without)).toBeUndefined();
  expect(lockedOf([...without, market("pump_fun_amm", { lpLockedPct: 40, usd: 5 })])).toMatchObject({
    percent: 40,
    usd: 5,
    pools: 1,
    kind: "PumpSwap",
  });
});
