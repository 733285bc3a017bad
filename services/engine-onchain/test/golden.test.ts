import { Measures, Signal } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyze as analyzeOn, find, outline, unknowns } from "./analyze.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ chains: ["1", "56", "8453"] });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const analyze = async (symbol: string) => analyzeOn(sandbox.rpcUrls, sandbox.tokens[symbol] ?? expect.fail(`there is no ${symbol}`));

test("a plain token on a quiet day is calm, and its pool stands", async () => {
  const analysis = await analyze("OAK");
  expect(outline(analysis)).toEqual([
    "lp_removed: clear",
    "lp_held: clear",
    "drawdown: clear",
    "depth: clear",
    "churn: clear",
    "sell_concentration: inconclusive",
    "insider_sales: clear",
    "round_trips: clear",
    "whale_flow: inconclusive",
    "holder_concentration: inconclusive",
    "large_transfers: clear",
    "exchange_inflow: inconclusive",
    "common_funding: inconclusive",
    "supply_jump: clear",
    "token_age: inconclusive",
  ]);
  expect(unknowns(analysis)).toEqual(["price_agreement", "breadth"]);
  expect(find(analysis, "insider_sales")?.text).toBe("nobody known to have owned it sold more than 0.5 % of the supply in 24 h");
  expect(analysis.measures?.event).toBeLessThan(0.3);
  expect(analysis.partial).toBe(false);
  expect(find(analysis, "lp_held")?.values).toMatchObject({ check: "O03", burned: 1, locked: 0, ending: 0, unread: 0, owner: 0 });
});

test("an owner who sells and drains the pool is caught at both, on BNB Smart Chain", async () => {
  const analysis = await analyze("MIRE");
  expect(outline(analysis)).toEqual([
    "lp_removed: hit!",
    "lp_held: hit",
    "drawdown: hit",
    "depth: hit",
    "churn: clear",
    "sell_concentration: inconclusive",
    "insider_sales: hit",
    "round_trips: clear",
    "whale_flow: hit",
    "holder_concentration: hit",
    "large_transfers: clear",
    "exchange_inflow: inconclusive",
    "common_funding: inconclusive",
    "supply_jump: clear",
    "token_age: inconclusive",
  ]);
  expect(find(analysis, "lp_removed")?.text).toBe("90.0 % of the pool's shares were taken out in 24 h, 90.0 % by the owner");
  expect(find(analysis, "lp_removed")?.values).toMatchObject({
    account: sandbox.accounts[0]?.toLowerCase(),
    pool: sandbox.tokens["MIRE"]?.pair,
  });
  expect(find(analysis, "drawdown")?.values["drawdown"]).toBeCloseTo(0.77, 2);
  expect(find(analysis, "insider_sales")?.values["supply_share"]).toBe(0.3);
  expect(analysis.measures?.event).toBe(1);
});

test("a pump by two wallets shows in who sold and in their round trips, on Base", async () => {
  const analysis = await analyze("SPIRE");
  expect(find(analysis, "sell_concentration")).toMatchObject({ status: "hit", values: { sellers: 8 } });
  expect(find(analysis, "sell_concentration")?.values["top1"]).toBeCloseTo(0.8, 2);
  expect(find(analysis, "sell_concentration")?.values["top2"]).toBeCloseTo(0.981, 3);
  expect(find(analysis, "round_trips")).toMatchObject({ status: "hit", values: { accounts: 2 } });
  expect(find(analysis, "round_trips")?.values["share"]).toBeGreaterThan(0.8);
  expect(find(analysis, "lp_removed")?.status).toBe("clear");
  expect(analysis.measures?.event).toBeGreaterThan(0.5);
});

test("a fall in which many sell a little, with its liquidity in place, is an event without a cause on chain", async () => {
  const analysis = await analyze("FERN");
  const hits = outline(analysis).filter((line) => line.includes(": hit"));
  expect(hits).toEqual(["drawdown: hit"]);
  expect(outline(analysis)).toEqual(expect.arrayContaining(["lp_removed: clear", "lp_held: clear", "sell_concentration: clear"]));
  expect(find(analysis, "breadth")).toMatchObject({ status: "inconclusive", values: { sellers: 24, measured: 24 } });
  expect(find(analysis, "drawdown")?.text).toBe("max drawdown 26.4 % in 24 h, net -3.1 %, over 36 trades");
  expect(find(analysis, "sell_concentration")?.values["sellers"]).toBe(24);
  expect(find(analysis, "sell_concentration")?.values["top1"]).toBeCloseTo(0.079, 3);
  expect(analysis.measures?.event).toBeGreaterThan(0.3);
  expect(analysis.measures?.event).toBeLessThan(0.5);
});

test("an owner who sells is told from holders who sell", async () => {
  expect(find(await analyze("HIVE"), "insider_sales")).toMatchObject({ status: "hit", severity: 3, values: { supply_share: 0.025 } });
  expect(find(await analyze("TOLL"), "insider_sales")?.status).toBe("clear");
});

test("a wallet and a token without a pool are unknown, not calm", async () => {
  const wallet = await analyzeOn(sandbox.rpcUrls, { chain_id: "1", address: sandbox.accounts[5] ?? "" });
  expect(outline(wallet)).toEqual([]);
  expect(unknowns(wallet)).toHaveLength(18);
  expect(find(wallet, "drawdown")?.text).toBe("price drawdown unknown: there is no contract");
  expect(wallet.measures).toBeUndefined();
  const router = await analyzeOn(sandbox.rpcUrls, { chain_id: "1", address: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D" });
  expect(find(router, "drawdown")?.text).toBe("price drawdown unknown: no pool against ETH is read");
  expect(outline(router).filter((line) => !line.endsWith("inconclusive"))).toEqual([]);
  expect(router.measures).toBeUndefined();
});

test("every line is a signal of the contract, and what is unknown weighs nothing", async () => {
  for (const symbol of Object.keys(sandbox.tokens)) {
    const { signals, measures } = await analyze(symbol);
    expect(Measures.parse(measures)).toEqual(measures);
    for (const signal of signals) {
      expect(Signal.parse(signal)).toEqual(signal);
      if (signal.status === "unknown" || signal.status === "inconclusive") {
        expect(Object.values(signal.weights).every((weight) => weight === 0)).toBe(true);
      }
    }
  }
});
