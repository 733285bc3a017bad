import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DexPairs, type Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { z } from "zod";
import { createCoinList } from "../src/coin-list.ts";
import { marketsOf } from "../src/markets.ts";

/** Real answers of the providers; not part of the repository. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const recorded = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
const signal = new AbortController().signal;
const Rows = z.array(z.object({ id: z.string(), symbol: z.string(), platforms: z.record(z.string(), z.string()) }));

/** An upstream that answers by path. */
const answering = (answers: Record<string, unknown>): Upstream => ({
  circuit: "closed",
  request: async (schema, { path = "" }) => schema.parse(answers[path]),
  [Symbol.asyncDispose]: async () => undefined,
});

test.skipIf(!existsSync(folder))("the recorded list and the recorded search with its ranks are read", async () => {
  const list = Rows.parse(recorded("coingecko/coins_list.json"));
  const other = { id: "other", symbol: "eth", platforms: { ethereum: `0x${"1".repeat(40)}` } };
  const own = { id: "ethereum", symbol: "eth", platforms: { ethereum: `0x${"2".repeat(40)}` } };
  const upstream = answering({ "/coins/list": [...list, other, own], "/search": recorded("coingecko/search.json") });
  const coins = createCoinList(upstream, () => 0);
  expect(await coins.contracts("1", "ONDO", signal)).toEqual([{ contract_address: "0xfaba6f8e4a5e8ab82f62fe7c39859fa577269be3" }]);
  expect(await coins.contracts("solana", "TRUMP", signal)).toEqual([{ contract_address: "6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN" }]);
  expect((await coins.contracts("1", "ETH", signal)).map(({ rank }) => rank)).toEqual([undefined, 2]);
});

test.skipIf(!existsSync(folder))("recorded pools of a symbol are told apart by chain and contract, whichever comes first", () => {
  const { pairs } = z.object({ pairs: DexPairs }).parse(recorded("dexscreener/weth_latest_dex_tokens_MULTICHAIN_first8_2026-10-04.json"));
  const markets = marketsOf("WETH", pairs);
  expect(pairs[0]?.chainId).toBe("pulsechain");
  expect(new Set(markets.map(({ chain_id, contract_address }) => `${chain_id} ${contract_address}`)).size).toBe(markets.length);
  expect(markets).toEqual(markets.toSorted((a, b) => b.liquidity_usd - a.liquidity_usd));
});
