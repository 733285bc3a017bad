import { type ChainId, Signal } from "@token-sentiment/contract";
import { marketProviders, type Sandbox, startSandbox, startWeb, type Talk, type Web, type WorldToken } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyze, find, outline } from "./analyze.ts";

const SOLANA: Talk[] = ["organic", "panic", "fud_campaign", "pump_campaign"];
/** A base58 address for each talk: the shape of its candles goes with it. */
const solanaAddress = (talk: Talk): string => `${talk.replaceAll("_", "").padEnd(43, "1")}2`.replaceAll(/[0OIl]/g, "x");

let sandbox: Sandbox;
let web: Web;
let urls: Record<"ENGINE_DEXSCREENER_URL" | "ENGINE_GECKOTERMINAL_URL" | "ENGINE_BINANCE_URL", string>;
const now = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ endsAt: now, chains: ["1", "56", "8453"] });
  const talks = SOLANA.map((talk): WorldToken => ({
    coin_symbol: talk.toUpperCase(),
    contract_address: solanaAddress(talk),
    chain_id: "solana",
    note: "",
    talk,
  }));
  const listed = SOLANA.map((talk) => ({
    chain_id: "solana" as const,
    token: solanaAddress(talk),
    pair: `pool${solanaAddress(talk).slice(4)}`,
    priceUsd: 0.002,
    liquidityUsd: 250_000,
  }));
  web = await startWeb(marketProviders([...sandbox.world, ...talks], [...sandbox.pools, ...listed], () => now));
  urls = {
    ENGINE_DEXSCREENER_URL: web.urlOf("dexscreener"),
    ENGINE_GECKOTERMINAL_URL: web.urlOf("geckoterminal"),
    ENGINE_BINANCE_URL: web.urlOf("binance"),
  };
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

const ofToken = async (chain_id: ChainId, contract_address: string) =>
  analyze(urls, { chain_id, contract_address, coin_symbol: "ANY" }, now);
const ofTalk = async (talk: Talk) => ofToken("solana", solanaAddress(talk));
const ofSymbol = async (symbol: string) => {
  const { chain_id, address } = sandbox.tokens[symbol] ?? expect.fail(`there is no ${symbol}`);
  return ofToken(chain_id, address);
};
const oakAddress = (): string => sandbox.tokens["OAK"]?.address ?? "";

test("a token that many small hands trade on a real pool is calm, and every number comes from the pool's logs", async () => {
  const found = await ofToken("1", oakAddress());
  expect(found.partial).toBe(false);
  expect(found.measures?.event).toBeLessThan(0.3);
  expect(find(found, "drawdown")).toMatchObject({ status: "clear", source: "candles" });
  expect(find(found, "liquidity")).toMatchObject({ status: "clear", values: { pool: sandbox.tokens["OAK"]?.pair } });
  expect(Number(find(found, "liquidity")?.values["liquidity_usd"])).toBeGreaterThan(600 * 3000);
});

test("on a real pool, whose liquidity went, the price is down for good and what is left is told", async () => {
  const found = await ofSymbol("MIRE");
  expect(outline(found)).toEqual(expect.arrayContaining(["drawdown: hit", "own_fall: hit"]));
  expect(Number(find(found, "drawdown")?.values["fall"])).toBeGreaterThan(0.5);
  expect(Number(find(found, "liquidity")?.values["liquidity_usd"])).toBeLessThan(50_000);
  expect(found.measures?.event).toBeGreaterThan(0.8);
});

test("on a real pool, a rise that is given back has the shape of a pump", async () => {
  const found = await ofSymbol("SPIRE");
  expect(outline(found)).toContain("pump_shape: hit");
  expect(find(found, "drawdown")?.text).toMatch(/; it gives back a rise of the same day$/);
});

test("on a real pool, the dip of an honest token is an event, and price alone gives no cause", async () => {
  const found = await ofSymbol("FERN");
  expect(find(found, "drawdown")).toMatchObject({ status: "hit", severity: 1 });
  expect(found.measures?.event).toBeGreaterThan(0.3);
  expect(found.measures?.event).toBeLessThan(0.8);
});

test("an address is found in whatever case it is written", async () => {
  expect(outline(await ofToken("1", oakAddress().toLowerCase()))).toEqual(outline(await ofToken("1", oakAddress())));
});

test("a fall that stays down is one, and is the token's own while its coin stands still", async () => {
  const found = await ofTalk("panic");
  expect(outline(found)).toEqual(expect.arrayContaining(["drawdown: hit", "own_fall: hit"]));
  expect(find(found, "drawdown")?.text).toMatch(/; no cause found in price alone$/);
  expect(found.measures?.event).toBeGreaterThan(0.8);
});

test("a dip that is made good is an event, and no crash", async () => {
  const found = await ofTalk("fud_campaign");
  expect(outline(found)).toContain("recovered: hit");
  expect(found.measures?.event).toBeGreaterThan(0.3);
});

test("a rise that is given back has the shape of a pump, with its volume", async () => {
  const found = await ofTalk("pump_campaign");
  expect(outline(found)).toEqual(
    expect.arrayContaining(["pump_shape: hit", "abnormal_volume: hit", "pump_start: hit", "paid_promotion: hit", "traders: clear"]),
  );
  const { values = {}, text } = find(found, "pump_start") ?? {};
  expect(Number(values["rush_orders"])).toBeGreaterThanOrEqual(36);
  expect(Number(values["given_back"])).toBeGreaterThan(0.5);
  expect(text).toMatch(/^\d+ buy orders within 25 s, where there are usually .*: a pump seen at \S+Z; .* of its rise is given back$/);
});

test("a contract that nobody trades has no market, and that is unknown", async () => {
  const found = await ofToken("1", "0x00000000000000000000000000000000000000AA");
  expect(outline(found)).toEqual(["no_market: unknown"]);
  expect(found.measures).toBeUndefined();
});

test("a major coin is judged by symbol; another symbol without a contract does not apply", async () => {
  const found = await analyze(urls, { chain_id: "1", coin_symbol: "ETH" }, now);
  expect(outline(found)).toEqual(["drawdown: clear", "week_drawdown: clear", "abnormal_volume: clear"]);
  expect(find(found, "drawdown")?.values["from"]).toBe("binance");
  expect(outline(await analyze(urls, { chain_id: "56", coin_symbol: "DOGE" }, now))).toEqual(outline(found));
  await expect(analyze(urls, { chain_id: "1", coin_symbol: "WIF" }, now)).rejects.toThrow("it is no major coin");
});

test("a source that fails is said and never taken for calm; when the pools cannot be asked nothing can", async () => {
  const dead = "http://127.0.0.1:9";
  const token = { chain_id: "1", contract_address: oakAddress(), coin_symbol: "OAK" } as const;
  const withoutCandles = await analyze({ ...urls, ENGINE_GECKOTERMINAL_URL: dead }, token, now);
  expect(withoutCandles.partial).toBe(true);
  expect(outline(withoutCandles)).toEqual(expect.arrayContaining(["drawdown: unknown", "liquidity: clear"]));
  expect(withoutCandles.measures).toBeUndefined();
  const withoutCoin = await analyze({ ...urls, ENGINE_BINANCE_URL: dead }, token, now);
  expect(withoutCoin.partial, "a calm day needs no coin to compare with").toBe(false);
  const off = await analyze({ ...urls, ENGINE_GECKOTERMINAL_URL: "", ENGINE_BINANCE_URL: "" }, token, now);
  expect(find(off, "drawdown")?.text).toBe("price movement unknown: geckoterminal is not configured");
  await expect(analyze({ ...urls, ENGINE_DEXSCREENER_URL: dead }, token, now)).rejects.toThrow("dexscreener could not be asked");
  await expect(analyze({}, token, now)).rejects.toThrow("dexscreener is not configured");
});

test("every line is a signal of the contract", async () => {
  for (const talk of SOLANA) for (const signal of (await ofTalk(talk)).signals) expect(Signal.parse(signal)).toEqual(signal);
});
