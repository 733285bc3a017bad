import type { Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { deepestPool, poolCandles } from "./sources.ts";

const TOKEN = "0x00000000000000000000000000000000000000aa";
const OTHER = "0x00000000000000000000000000000000000000bb";
const signal = new AbortController().signal;

const pair = (pairAddress: string, usd: number | undefined, more: object = {}) => ({
  chainId: "ethereum",
  dexId: "uniswap",
  pairAddress,
  baseToken: { address: TOKEN.toUpperCase().replace("0X", "0x"), symbol: "ANY" },
  quoteToken: { address: OTHER, symbol: "WETH" },
  volume: { h24: 10 },
  liquidity: usd === undefined ? undefined : { usd },
  ...more,
});

/** An upstream that answers those pools. */
const answering = (pairs: unknown): Upstream => ({
  circuit: "closed",
  request: async (schema) => schema.parse(pairs),
  [Symbol.asyncDispose]: async () => undefined,
});
const deepest = async (pairs: unknown) => {
  const pool = await deepestPool(answering(pairs), { chain: "1", address: TOKEN }, signal);
  return typeof pool === "string" ? pool : pool.address;
};

test("a pool of another chain, or one in which the token is only the quote, is not the token's", async () => {
  const elsewhere = pair("elsewhere", 9e9, { chainId: "pulsechain" });
  const quoted = pair("quoted", 8e9, { baseToken: { address: OTHER, symbol: "X" }, quoteToken: { address: TOKEN, symbol: "ANY" } });
  expect(await deepest([elsewhere, quoted, pair("own", 5)])).toBe("own");
  expect(await deepest([elsewhere, quoted])).toBe("quote");
  expect(await deepest([elsewhere])).toBe("none");
  expect(await deepest(null)).toBe("none");
});

test("the deepest pool counts, then the busier one; unknown depth comes last", async () => {
  const busy = pair("busy", 500, { volume: { h24: 99 } });
  expect(await deepest([pair("unknown", undefined), pair("quiet", 500), busy, pair("small", 1)])).toBe("busy");
});

test("a pool that cannot be read is left out, but an answer of which nothing can be read is none", async () => {
  expect(await deepest([{ chainId: 7 }, pair("own", 5)])).toBe("own");
  await expect(deepest([{ chainId: 7 }])).rejects.toThrow("no pool can be read");
});

/** A week told of `base`, with that row in it, and the questions that were asked. */
const telling = (base: string, ...rows: unknown[]) => {
  const asked: unknown[] = [];
  const upstream = answering({ data: { attributes: { ohlcv_list: rows } }, meta: { base: { address: base } } });
  const request: Upstream["request"] = (schema, call) => {
    asked.push(call.query);
    return upstream.request(schema, call);
  };
  return { asked, candles: () => poolCandles({ ...upstream, request }, { chain: "1", address: TOKEN, pool: "0xpool" }, signal) };
};
const row = (hour: number, change: object = {}) =>
  Object.values({ at: hour * 3600, open: 1, high: 2, low: 1, close: 2, usd: 9, ...change });

test("candles are asked of the token itself, and those of another token are refused", async () => {
  const own = telling(TOKEN.toUpperCase().replace("0X", "0x"), row(2), row(1));
  expect((await own.candles()).map(({ at }) => at)).toEqual([3_600_000, 7_200_000]);
  expect(own.asked).toEqual([expect.objectContaining({ token: TOKEN })]);
  await expect(telling(OTHER, row(1)).candles()).rejects.toThrow("geckoterminal told candles of another token");
});

test("an hour that cannot be read is left out, the week stays", async () => {
  const bad = [row(3, { low: 0 }), row(4, { close: null }), row(5, { usd: -1 })];
  expect((await telling(TOKEN, row(1), ...bad, row(2)).candles()).map(({ at }) => at)).toEqual([3_600_000, 7_200_000]);
  await expect(telling(TOKEN, ...bad).candles()).rejects.toThrow("no hour can be read");
});
