import { expect, test } from "vitest";
import type { Transfer } from "../pool/pool-event.ts";
import type { Trade } from "../pool/trades.ts";
import { breadthOf } from "./breadth.ts";
import { commonFundingOf } from "./common-funding.ts";
import { concentrationOf } from "./concentration.ts";
import { exchangeInflowOf } from "./exchange-inflow.ts";
import { largeTransfersOf } from "./large-transfers.ts";
import { supplyJumpOf } from "./supply-jump.ts";
import { whaleFlowOf } from "./whale-flow.ts";

const nobody = `0x${"0".repeat(40)}`;
const market = new Set(["pool"]);
const move = (from: string, to: string, amount: bigint): Transfer => ({ block: 1, transaction: "0x1", kind: "transfer", from, to, amount });
const sell = (account: string, token: bigint, coin = token): Trade => ({ account, kind: "sell", token, coin });

test("new supply is told from a birth, a burn is no growth, and who was given new tokens may have sold them", () => {
  const of = (transfers: Transfer[], supply: bigint) => supplyJumpOf(transfers, { supply, sellers: new Set(["a"]) });
  expect(of([move(nobody, "a", 100n)], 200n)).toEqual({ share: 1, born: false, sold: true });
  expect(of([move(nobody, "b", 200n)], 200n)).toEqual({ share: 0, born: true, sold: false });
  expect(of([move(nobody, "b", 50n), move("c", nobody, 50n)], 200n)).toMatchObject({ share: 0, born: false });
});

test("a transfer is large by the supply or by the pool, and one of the pool is a trade", () => {
  const transfers = [move("a", "b", 10n), move("a", "pool", 500n), move("b", "c", 9n), move("c", "c", 900n)];
  expect(largeTransfersOf(transfers, { supply: 1000n, reserve: undefined, market })).toEqual({ count: 1, share: 0.01 });
  expect(largeTransfersOf(transfers, { supply: 1000n, reserve: 180n, market }).count).toBe(2);
});

test("inflow counts what reaches an exchange, and what lies with who does nothing but forward to it", () => {
  const exchanges = new Set(["hot", "cold"]);
  const direct = [move("a", "hot", 10n), move("hot", "cold", 10n), move("hot", "b", 5n)];
  expect(exchangeInflowOf(direct, { supply: 100n, exchanges })).toEqual({ share: 0.1, transfers: 1 });
  const swept = [move("a", "deposit", 4n), move("deposit", "hot", 4n), move("b", "deposit", 6n)];
  expect(exchangeInflowOf(swept, { supply: 100n, exchanges }).share).toBe(0.1);
  // who also sends elsewhere is an ordinary account
  const ordinary = [move("a", "user", 10n), move("user", "hot", 1n), move("user", "b", 1n)];
  expect(exchangeInflowOf(ordinary, { supply: 100n, exchanges }).share).toBe(0.01);
});

test("concentration leaves the pool out, and names how few hold half", () => {
  const balances = new Map([
    ["pool", 400n],
    ["a", 300n],
    ["b", 250n],
    ["c", 50n],
  ]);
  const found = concentrationOf(balances, { supply: 1000n, market });
  expect(found).toMatchObject({ nakamoto: 2, accounts: 3 });
  expect(found?.top10).toBeCloseTo(0.6);
  expect(found?.hhi).toBeCloseTo(0.155);
  expect(concentrationOf(balances, { supply: 0n, market })).toBeUndefined();
});

test("whales are judged by what they had when the window began: one that sold everything is among them, a sleeping one that nobody knows is not", () => {
  const transfers = [move("whale", "pool", 60n), move("small", "pool", 5n), move("x", "whale2", 20n)];
  const balances = new Map([
    ["whale", 0n],
    ["small", 0n],
    ["whale2", 120n],
    ["x", 0n],
  ]);
  // whale had 60 and small 5 of 1000, whale2 100, x 20
  expect(whaleFlowOf(balances, { transfers, supply: 1000n, market })).toEqual({ out: (60 + 20 - 20) / 1000, holders: 3 });
});

test("sellers who had their tokens from one account are found, those of the pool are not", () => {
  const transfers = [
    move("source", "a", 1n),
    move("source", "b", 1n),
    move("source", "c", 1n),
    move("pool", "d", 9n),
    move("source", "idle", 1n),
  ];
  const trades = [sell("a", 1n), sell("b", 1n), sell("c", 1n), sell("d", 1n)];
  expect(commonFundingOf(trades, { transfers, market })).toEqual({ source: "source", sellers: 3, share: 0.75 });
});

test("what part of theirs sellers sold is by what they have left", () => {
  const trades: Trade[] = [sell("a", 10n), sell("b", 50n), sell("c", 100n), { account: "d", kind: "buy", token: 1n, coin: 1n }];
  const balances = new Map([
    ["a", 90n],
    ["b", 50n],
    ["c", 0n],
  ]);
  expect(breadthOf(trades, balances)).toEqual({ sellers: 3, buyers: 1, measured: 3, medianSold: 0.5 });
  expect(breadthOf(trades, new Map()).measured).toBe(0);
});
