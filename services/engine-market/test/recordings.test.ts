import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DexPairs, type Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { z } from "zod";
import { poolTraders, poolTrades } from "../src/pool-trades.ts";
import { deepestPool, pairCandles, poolCandles } from "../src/sources.ts";

/** Real answers of the providers; not part of the repository. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const recorded = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
const Search = z.object({ pairs: z.unknown() });
const signal = new AbortController().signal;

/** An upstream that answers what was recorded. */
const answering = (value: unknown): Upstream => ({
  circuit: "closed",
  request: async (schema) => schema.parse(value),
  [Symbol.asyncDispose]: async () => undefined,
});

test.skipIf(!existsSync(folder))("recorded pools are read, and only those of the asked chain and contract count", async () => {
  const WETH = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
  const { pairs } = Search.parse(recorded("dexscreener/weth_latest_dex_tokens_MULTICHAIN_first8_2026-10-04.json"));
  const all = DexPairs.parse(pairs);
  expect(all.length).toBe(7);
  expect(all[0]?.chainId).toBe("pulsechain");
  const pool = await deepestPool(answering(pairs), { chain: "1", address: WETH }, signal);
  const here = all.filter(({ chainId, baseToken }) => chainId === "ethereum" && baseToken.address.toLowerCase() === WETH);
  expect(typeof pool === "string" ? undefined : pool.liquidityUsd).toBe(
    here.length === 0 ? undefined : Math.max(...here.map(({ liquidity }) => liquidity?.usd ?? 0)),
  );
  const one = Search.parse(recorded("dexscreener/weth_usdc_latest_dex_pairs_2026-10-04.json")).pairs;
  expect(await deepestPool(answering(one), { chain: "1", address: WETH }, signal)).toEqual({
    address: "0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640",
    liquidityUsd: 98107272.35,
    volumeUsd: 17174868.85,
    buys: 6104,
    sells: 6834,
    priceUsd: 2701.37,
    symbol: "WETH",
    createdAt: 1620250931000,
    second: undefined,
    others: [],
    boosts: 0,
  });
});

test.skipIf(!existsSync(folder))("recorded candles are read, oldest first", async () => {
  const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  const told = answering(recorded("geckoterminal/onchain_pool_ohlcv.json"));
  const pool = await poolCandles(told, { chain: "1", address: USDT, pool: "0x" }, signal);
  expect(pool.map(({ at, close }) => [at, close])).toEqual([
    [1779840000_000, 1.00208165944741],
    [1779926400_000, 1.00027690571219],
  ]);
  const pair = await pairCandles(answering(recorded("binance/klines_btcusdt_1h_hummingbot_test.json")), "BTCUSDT", signal);
  expect(pair[0]).toEqual({
    at: 1672981200000,
    open: 16823.24,
    high: 16823.63,
    low: 16792.12,
    close: 16810.18,
    volumeUsd: 104737787.3657063,
  });
});

test.skipIf(!existsSync(folder))("recorded trades and accounts are read from the side of either token", async () => {
  const told = answering(recorded("geckoterminal/onchain_pool_trades.json"));
  const [USDT, WETH] = ["0xdac17f958d2ee523a2206206994597c13d831ec7", "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"];
  const now = Date.parse("2026-05-28T05:00:00Z");
  const sides = async (address: string) =>
    (await poolTrades(told, { chain: "1", address, pool: "0x" }, { signal, now })).trades.map(({ side, price }) => [
      side,
      Math.round(price),
    ]);
  expect(await sides(USDT)).toEqual([
    ["sell", 1],
    ["buy", 1],
  ]);
  expect(await sides(WETH)).toEqual([
    ["buy", 1981],
    ["sell", 1976],
  ]);
  const pool = answering(recorded("geckoterminal/pool_weth_usdc_2026-10-04.json"));
  const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
  expect(await poolTraders(pool, { chain: "1", address: WETH, pool: "0x" }, signal)).toEqual({ buyers: 1837, sellers: 2319 });
  expect(await poolTraders(pool, { chain: "1", address: USDC, pool: "0x" }, signal)).toEqual({ buyers: 2319, sellers: 1837 });
});
