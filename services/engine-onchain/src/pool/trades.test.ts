import { expect, test } from "vitest";
import type { PoolEvent, Transfer } from "./pool-event.ts";
import { roundTripsOf, salesOf } from "./sales.ts";
import { type Trade, tradesOf } from "./trades.ts";

const coin = 10n ** 18n;
const pools = new Set(["0xpool", "0xother"]);
const trade = (account: string, kind: Trade["kind"], coins: number): Trade => ({ account, kind, token: 1n, coin: BigInt(coins) * coin });

test("a seller is who delivered the tokens, not the router that got the coins; a buyer is who got the tokens", () => {
  const sale = { block: 1, transaction: "0x1" };
  const purchase = { block: 2, transaction: "0x2" };
  const events: PoolEvent[] = [
    { ...sale, kind: "delivery", from: "0xseller", amount: 10n },
    { ...sale, kind: "swap", in: { token: 10n, coin: 0n }, out: { token: 0n, coin: 5n }, to: "0xrouter" },
    { ...purchase, kind: "swap", in: { token: 0n, coin: 7n }, out: { token: 9n, coin: 0n }, to: "0xbuyer" },
  ];
  expect(tradesOf(events, { transfers: [], pools })).toEqual([
    { account: "0xseller", kind: "sell", token: 10n, coin: 5n, spent: 10n },
    { account: "0xbuyer", kind: "buy", token: 9n, coin: 7n },
  ]);
});

test("shares of the sales are by value, largest first", () => {
  const trades = [trade("a", "sell", 3), trade("a", "sell", 3), trade("b", "sell", 3), trade("c", "sell", 1), trade("d", "buy", 90)];
  expect(salesOf(trades)).toEqual({ sellers: 3, coins: 10, top1: 0.6, top2: 0.9, top3: 1 });
  expect(salesOf([])).toEqual({ sellers: 0, coins: 0, top1: 0, top2: 0, top3: 0 });
});

test("round trips need three turns: one who buys once and sells once has just left", () => {
  const turns = [trade("a", "buy", 4), trade("a", "sell", 4), trade("a", "buy", 4), trade("a", "sell", 4)];
  expect(roundTripsOf(turns)).toEqual({ share: 1, accounts: 1 });
  expect(roundTripsOf(turns.slice(0, 2))).toEqual({ share: 0, accounts: 0 });
  expect(roundTripsOf([...turns, trade("b", "buy", 16)])).toEqual({ share: 0.5, accounts: 1 });
});

/** The transfers of one transaction, and the pool's events that go with them. */
function transaction(moves: [from: string, to: string, amount: bigint][], swaps: Extract<PoolEvent, { kind: "swap" }>[]) {
  const at = { block: 1, transaction: "0x1" };
  const transfers = moves.map(([from, to, amount]): Transfer => ({ ...at, kind: "transfer", from, to, amount }));
  const deliveries = transfers.flatMap(({ from, to, amount }): PoolEvent[] =>
    to === "0xpool" ? [{ ...at, kind: "delivery", from, amount }] : [],
  );
  const events = deliveries.flatMap((delivery, index) => [delivery, ...swaps.slice(index, index + 1)]);
  return { events: deliveries.length > 0 ? events : swaps, transfers };
}
const sale = (amount: bigint): Extract<PoolEvent, { kind: "swap" }> => ({
  block: 1,
  transaction: "0x1",
  kind: "swap",
  in: { token: amount, coin: 0n },
  out: { token: 0n, coin: 5n },
  to: "0xrouter",
});

test("tokens that pass through a router before the pool are sold by whoever gave them to it", () => {
  const { events, transfers } = transaction(
    [
      ["0xseller", "0xrouter", 10n],
      ["0xrouter", "0xpool", 10n],
    ],
    [sale(10n)],
  );
  expect(tradesOf(events, { transfers, pools }).map(({ account }) => account)).toEqual(["0xseller"]);
});

test("who buys in one pool and sells in another within a transaction is the trader, not the pool it bought from", () => {
  const { events, transfers } = transaction(
    [
      ["0xother", "0xbot", 10n],
      ["0xbot", "0xpool", 10n],
    ],
    [sale(10n)],
  );
  expect(tradesOf(events, { transfers, pools }).map(({ account }) => account)).toEqual(["0xbot"]);
});

test("a bought token that a router hands on was bought by whoever got it", () => {
  const bought: PoolEvent = {
    block: 1,
    transaction: "0x1",
    kind: "swap",
    in: { token: 0n, coin: 5n },
    out: { token: 9n, coin: 0n },
    to: "0xrouter",
  };
  const { transfers } = transaction(
    [
      ["0xpool", "0xrouter", 9n],
      ["0xrouter", "0xbuyer", 9n],
    ],
    [],
  );
  expect(tradesOf([bought], { transfers, pools })).toEqual([{ account: "0xbuyer", kind: "buy", token: 9n, coin: 5n }]);
});

test("a tax is no part of a sale: what counts is what the pool got, and the contract that sells its taxes is not the seller beside it", () => {
  const moves: [string, string, bigint][] = [
    ["0xtoken", "0xpool", 50n],
    ["0xseller", "0xtoken", 300n],
    ["0xseller", "0xpool", 700n],
  ];
  const { events, transfers } = transaction(moves, [sale(50n), sale(700n)]);
  expect(tradesOf(events, { transfers, pools }).map(({ account, token }) => [account, token])).toEqual([
    ["0xtoken", 50n],
    ["0xseller", 700n],
  ]);
});

test("a buyer who pays a token's tax after the purchase is still who bought, and a seller's tax is part of what was sold", () => {
  const bought = { block: 1, transaction: "0x2" };
  const moves: [string, string, bigint][] = [
    ["0xpool", "0xbuyer", 100n],
    ["0xbuyer", "0xcollector", 30n],
  ];
  const transfers = moves.map(([from, to, amount]): Transfer => ({ ...bought, kind: "transfer", from, to, amount }));
  const swap: PoolEvent = { ...bought, kind: "swap", in: { token: 0n, coin: 5n }, out: { token: 100n, coin: 0n }, to: "0xbuyer" };
  expect(tradesOf([swap], { transfers, pools })[0]).toMatchObject({ account: "0xbuyer", kind: "buy" });

  const { events, transfers: sold } = transaction(
    [
      ["0xseller", "0xcollector", 30n],
      ["0xseller", "0xpool", 70n],
    ],
    [sale(70n)],
  );
  expect(tradesOf(events, { transfers: sold, pools })).toEqual([{ account: "0xseller", kind: "sell", token: 70n, coin: 5n, spent: 100n }]);
});
