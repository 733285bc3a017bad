import type { Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { poolTraders, poolTrades } from "./pool-trades.ts";

const TOKEN = "0x00000000000000000000000000000000000000aa";
const COIN = "0x00000000000000000000000000000000000000bb";
const now = Date.parse("2026-11-20T12:00:00Z");
const signal = new AbortController().signal;
const asked = { chain: "1", address: TOKEN, pool: "0xpool" };

const answering = (value: unknown): Upstream => ({
  circuit: "closed",
  request: async (schema) => schema.parse(value),
  [Symbol.asyncDispose]: async () => undefined,
});
const told = (minute: number, kind: "buy" | "sell", { account = "0x1", of = TOKEN, hash = `0x${minute}` } = {}) => ({
  attributes: {
    tx_hash: hash,
    tx_from_address: account,
    price_from_in_usd: kind === "buy" ? "3000" : "0.5",
    price_to_in_usd: kind === "buy" ? "0.5" : "3000",
    from_token_address: kind === "buy" ? COIN : of,
    to_token_address: kind === "buy" ? of : COIN,
    volume_in_usd: "25.5",
    block_timestamp: new Date(now - minute * 60_000).toISOString(),
    kind: "sell",
  },
});
const read = (list: unknown[], more: object = {}) => poolTrades(answering({ data: list }), { ...asked, ...more }, { signal, now });

test("trades are told from the side of the token that was asked, oldest first, whatever the pool calls them", async () => {
  const { trades, traders } = await read([told(1, "sell", { account: "0x2" }), told(5, "buy"), told(9, "buy")]);
  expect(trades.map(({ side, price, amount }) => [side, price, amount])).toEqual([
    ["buy", 0.5, 25.5],
    ["buy", 0.5, 25.5],
    ["sell", 0.5, 25.5],
  ]);
  expect(traders).toEqual({ buyers: 1, sellers: 1 });
});

test("of one block's trades, which the source tells newest first, the last is the last", async () => {
  const at = (price: string, kind: "buy" | "sell") => {
    const { attributes } = told(5, kind);
    return { attributes: { ...attributes, [kind === "buy" ? "price_to_in_usd" : "price_from_in_usd"]: price } };
  };
  const { trades } = await read([at("1", "sell"), at("3", "buy"), at("2", "buy")]);
  expect(trades.map(({ price }) => price)).toEqual([2, 3, 1]);
});

test("fewer than 300 trades are all of the day; 300 reach back only to the oldest; a young pool only to its first liquidity", async () => {
  expect(await read([told(5, "buy")])).toMatchObject({ cut: false, since: now - 86_400_000 });
  expect(await read([told(5, "buy")], { createdAt: now - 7_200_000 })).toMatchObject({ since: now - 7_200_000 });
  const many = Array.from({ length: 300 }, (_, index) => told(index / 10, "buy", { hash: `0x${index}` }));
  expect(await read(many)).toMatchObject({ cut: true, since: now - 29.9 * 60_000 });
});

test("a trade that cannot be read is left out; trades of other tokens alone are refused", async () => {
  const broken = { attributes: { ...told(1, "buy").attributes, price_to_in_usd: "-" } };
  expect((await read([broken, told(2, "buy")])).trades).toHaveLength(1);
  // Which it was nobody knows, so nothing can be said of what is not among the others.
  expect(await read([broken, told(2, "buy")])).toMatchObject({ cut: true, since: now });
  await expect(read([told(1, "buy", { of: "0xother" })])).rejects.toThrow("geckoterminal told trades of another token");
  expect((await read([])).trades).toEqual([]);
});

test("a pool counts from its base token's side: for the other token buyers are sellers", async () => {
  const pool = (base: string) =>
    answering({
      data: {
        attributes: { transactions: { h24: { buys: 9, sells: 8, buyers: 7, sellers: 2 } } },
        relationships: { base_token: { data: { id: `eth_${base}`, type: "token" } } },
      },
    });
  expect(await poolTraders(pool(TOKEN), asked, signal)).toEqual({ buyers: 7, sellers: 2 });
  expect(await poolTraders(pool(COIN), asked, signal)).toEqual({ buyers: 2, sellers: 7 });
});
