import { expect, test } from "vitest";
import type { TokenInput } from "@token-sentiment/engine";
import { analyze, find, outline } from "./analyze.ts";
import { type OnePool, startOnePoolMarket } from "./one-pool-market.ts";

const now = 1_800_000_000_000;
const token = { chain_id: "1", contract_address: "0x00000000000000000000000000000000000000aa", coin_symbol: "ANY" } as const;
const flat = Array.from({ length: 160 }, () => 1);
const rising = [...flat, 1, 1.4, 1.9, 2];
const falling = [...flat, 1, 0.8, 0.6, 0.5];

async function look(change: Partial<OnePool>, asked: Partial<TokenInput> = {}) {
  await using market = await startOnePoolMarket({ liquidityUsd: 50_000, priceUsd: 1, closes: flat, statuses: {}, ...change }, now);
  return { found: await analyze(market.urls, { ...token, ...asked }, now), asked: market.asked.toSorted() };
}

test("a calm token costs one call for its candles; who trades and how it began is asked where something happens", async () => {
  expect((await look({})).asked).toEqual(["ohlcv", "orders", "pairs"]);
  expect((await look({ closes: falling })).asked).toEqual(["ohlcv", "orders", "pairs", "pool"]);
  const { asked, found } = await look({ closes: rising });
  expect(asked, "all trades of the day are told, so their accounts are known").toEqual(["ohlcv", "orders", "pairs", "trades"]);
  expect(outline(found)).toContain("pump_start: clear");
});

test("trades that do not reach back to the rise say nothing of how it began, and not who traded", async () => {
  const earlier = [...rising, ...Array.from({ length: 5 }, () => 2)];
  const { asked, found } = await look({ closes: earlier, minutes: 30 });
  expect(asked).toEqual(["ohlcv", "orders", "pairs", "pool", "trades"]);
  expect(outline(found)).toEqual(expect.arrayContaining(["pump_start: unknown", "traders: clear"]));
  expect(outline((await look({ closes: earlier, minutes: 600 })).found)).toContain("pump_start: clear");
});

test.for([404, 429, 500])("an answer %i about trades, accounts or orders is unknown, never calm, and the rest is told", async (status) => {
  const { found } = await look({ closes: rising, statuses: { trades: status, pool: status, orders: status } });
  expect(outline(found)).toEqual(
    expect.arrayContaining(["steep_rise: hit", "pump_start: unknown", "traders: unknown", "paid_promotion: unknown", "liquidity: clear"]),
  );
  expect(find(found, "pump_start")?.weights).toEqual({ real_crash: 0, false_fud: 0, whale_manipulation: 0 });
  expect(found.partial).toBe(true);
});

test("an answer 429 about candles leaves the movement unknown and asks nothing more", async () => {
  const { found, asked } = await look({ closes: rising, statuses: { ohlcv: 429 } });
  expect(asked).toEqual(["ohlcv", "orders", "pairs"]);
  expect(outline(found)).toContain("drawdown: unknown");
  expect(found.measures).toBeUndefined();
});

test("USDC is judged by its dollar under its issuer's contract; another contract of that name is a copy of it", async () => {
  const issued = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  const coin = await look({ symbol: "USDC", priceUsd: 0.93 }, { contract_address: issued, coin_symbol: "USDC" });
  expect(outline(coin.found)).toContain("depeg: hit");
  expect(outline(coin.found).join()).not.toMatch(/copied_symbol|other_symbol|paid_promotion/);
  expect(coin.found.measures?.event).toBe(1);
  const copy = await look({ symbol: "USDC", priceUsd: 0.93 }, { coin_symbol: "USDC" });
  expect(outline(copy.found)).toContain("copied_symbol: hit");
  expect(outline(copy.found).join()).not.toContain("depeg");
});

test("a token of another symbol than was asked for is told as such", async () => {
  expect(outline((await look({ symbol: "OTHER" })).found)).toContain("other_symbol: hit");
  expect(outline((await look({ symbol: "$any" })).found).join()).not.toContain("other_symbol");
});
