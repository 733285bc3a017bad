import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type LocalMarket, startLocalMarket } from "../src/start-local-market.ts";

let market: LocalMarket;
beforeAll(async () => {
  market = await startLocalMarket();
});
afterAll(() => market[Symbol.asyncDispose]());

const get = async (provider: string, path: string): Promise<unknown> => (await fetch(market.urlOf(provider) + path)).json();
const Pair = z.looseObject({
  chainId: z.string(),
  pairAddress: z.string(),
  priceUsd: z.coerce.number(),
  baseToken: z.object({ address: z.string(), name: z.string(), symbol: z.string() }),
  txns: z.object({ h24: z.object({ buys: z.number(), sells: z.number() }) }),
  liquidity: z.object({ usd: z.number() }),
});
const Pairs = z.array(Pair);
const Search = z.object({ pairs: Pairs });
const Candles = z.object({ data: z.object({ attributes: z.object({ ohlcv_list: z.array(z.array(z.number()).length(6)) }) }) });
const Trades = z.object({ data: z.array(z.object({ attributes: z.record(z.string(), z.unknown()) })) });

const SLUG: Record<string, [dexscreener: string, geckoterminal: string]> = {
  "1": ["ethereum", "eth"],
  "56": ["bsc", "bsc"],
  "8453": ["base", "base"],
  solana: ["solana", "solana"],
};
const slugOf = (chain: string) => SLUG[chain] ?? expect.fail(`chain ${chain} is in the table`);
const evm = () => market.examples.filter(({ chain_id }) => chain_id !== "solana");

test("each EVM chain answers under its own id on the one port of the providers", async () => {
  for (const chain of ["1", "56", "8453"]) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] });
    const response = await fetch(market.urlOf(`evm-${chain}`), { method: "POST", body });
    expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 7, result: `0x${Number(chain).toString(16)}` });
  }
});

test("every EVM token has a pool, and pool, candles and trades tell one story, read off the chain", async () => {
  expect(new Set(evm().map(({ chain_id }) => chain_id))).toEqual(new Set(["1", "56", "8453"]));
  for (const { chain_id, contract_address, coin_symbol } of evm()) {
    const [dex, gecko] = slugOf(chain_id);
    const [pair] = Pairs.parse(await get("dexscreener", `/token-pairs/v1/${dex}/${contract_address.toLowerCase()}`));
    if (!pair) throw new Error(`${coin_symbol} has no pool`);
    const pool = `/networks/${gecko}/pools/${pair.pairAddress.toLowerCase()}`;
    const { data } = Candles.parse(await get("geckoterminal", `${pool}/ohlcv/minute?limit=1000`));
    const [newest, second] = data.attributes.ohlcv_list;
    expect(newest?.[4]).toBeGreaterThan(0);
    expect(newest?.[0]).toBeGreaterThan(second?.[0] ?? 0);
    const trades = Trades.parse(await get("geckoterminal", `${pool}/trades`)).data;
    expect(trades.length).toBe(pair.txns.h24.buys + pair.txns.h24.sells);
  }
});

test("a pool tells how many accounts traded it, and a pumped token what was paid for it to be seen", async () => {
  const Pool = z.object({
    data: z.object({
      attributes: z.object({ transactions: z.object({ h24: z.record(z.string(), z.number()) }), reserve_in_usd: z.string() }),
      relationships: z.object({ base_token: z.object({ data: z.object({ id: z.string() }) }) }),
    }),
  });
  const Orders = z.object({ orders: z.array(z.object({ type: z.string() })), boosts: z.array(z.object({ amount: z.number() })) });
  for (const symbol of ["SPIRE", "OAK"]) {
    const token = evm().find(({ coin_symbol }) => coin_symbol === symbol) ?? expect.fail(`there is no ${symbol}`);
    const [dex, gecko] = slugOf(token.chain_id);
    const [pair] = Pairs.parse(await get("dexscreener", `/token-pairs/v1/${dex}/${token.contract_address}`));
    const { attributes, relationships } = Pool.parse(await get("geckoterminal", `/networks/${gecko}/pools/${pair?.pairAddress}`)).data;
    expect(relationships.base_token.data.id).toBe(`${gecko}_${token.contract_address.toLowerCase()}`);
    expect(attributes.transactions.h24).toMatchObject(pair?.txns.h24 ?? {});
    expect(attributes.transactions.h24["buyers"]).toBeGreaterThan(0);
    const { orders, boosts } = Orders.parse(await get("dexscreener", `/orders/v1/${dex}/${token.contract_address}`));
    expect([orders.some(({ type }) => type === "tokenAd"), boosts.length > 0]).toEqual(symbol === "SPIRE" ? [true, true] : [false, false]);
  }
});

test("a search shows the same address on another chain and copies first, the real pool after them", async () => {
  const [{ coin_symbol, contract_address, chain_id } = expect.fail("there are no tokens")] = evm();
  const { pairs } = Search.parse(await get("dexscreener", `/latest/dex/search?q=${coin_symbol}`));
  expect(pairs[0]).toMatchObject({ chainId: "pulsechain", baseToken: { address: contract_address } });
  const [copy, ...others] = pairs.filter(({ chainId }) => chainId === slugOf(chain_id)[0]);
  expect(copy?.baseToken.address).not.toBe(contract_address);
  expect(others.map(({ baseToken }) => baseToken.address)).toContain(contract_address);
});

test("WIF has its one large market on Solana and none on Ethereum", async () => {
  const { pairs } = Search.parse(await get("dexscreener", "/latest/dex/search?q=WIF"));
  const large = pairs.filter(({ liquidity }) => liquidity.usd > 10_000);
  expect(large.map(({ chainId }) => chainId)).toEqual(["solana"]);
  expect(pairs.filter(({ chainId }) => chainId === "ethereum")).toEqual([]);
});

test("an unknown symbol of the exchange is refused as there, a known one has closed candles that never change", async () => {
  const refused = await fetch(`${market.urlOf("binance")}/api/v3/klines?symbol=NOPEUSDT&interval=1h`);
  expect([refused.status, await refused.json()]).toEqual([400, { code: -1121, msg: "Invalid symbol." }]);
  const klines = async () =>
    z.array(z.array(z.unknown()).length(12)).parse(await get("binance", "/api/v3/klines?symbol=ETHUSDT&interval=1h&limit=5"));
  expect((await klines())[2]).toEqual((await klines())[2]);
});

const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
test.skipIf(!existsSync(folder))("the answers have the fields of recorded ones", async () => {
  const recorded = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const [token = expect.fail("there are no tokens")] = evm();
  const [pair] = Pairs.parse(await get("dexscreener", `/tokens/v1/${slugOf(token.chain_id)[0]}/${token.contract_address}`));
  const real = Search.parse(recorded("dexscreener/weth_usdc_latest_dex_pairs_2026-10-04.json")).pairs[0];
  expect(Object.keys(pair ?? {}).toSorted()).toEqual(Object.keys(real ?? {}).toSorted());
  const pool = `/networks/${slugOf(token.chain_id)[1]}/pools/${pair?.pairAddress}`;
  const [trade] = Trades.parse(await get("geckoterminal", `${pool}/trades`)).data;
  const [realTrade] = Trades.parse(recorded("geckoterminal/onchain_pool_trades.json")).data;
  const types = (one: typeof trade) => Object.fromEntries(Object.entries(one?.attributes ?? {}).map(([key, value]) => [key, typeof value]));
  expect(types(trade)).toEqual(types(realTrade));
  expect(Candles.safeParse(recorded("geckoterminal/onchain_pool_ohlcv.json")).success).toBe(true);
});
