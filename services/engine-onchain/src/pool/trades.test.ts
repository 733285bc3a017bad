import { expect, test } from "vitest";
import type { PoolEvent } from "./pool-event.ts";
import { roundTripsOf, salesOf } from "./sales.ts";
import { type Trade, tradesOf } from "./trades.ts";

const coin = 10n ** 18n;
const trade = (account: string, kind: Trade["kind"], coins: number): Trade => ({ account, kind, token: 1n, coin: BigInt(coins) * coin });

test("a seller is who delivered the tokens, not the router that got the coins; a buyer is who got the tokens", () => {
  const sale = { block: 1, transaction: "0x1" };
  const purchase = { block: 2, transaction: "0x2" };
  const events: PoolEvent[] = [
    { ...sale, kind: "delivery", from: "0xseller", amount: 10n },
    { ...sale, kind: "swap", in: { token: 10n, coin: 0n }, out: { token: 0n, coin: 5n }, to: "0xrouter" },
    { ...purchase, kind: "swap", in: { token: 0n, coin: 7n }, out: { token: 9n, coin: 0n }, to: "0xbuyer" },
  ];
  expect(tradesOf(events)).toEqual([
    { account: "0xseller", kind: "sell", token: 10n, coin: 5n },
    { account: "0xbuyer", kind: "buy", token: 9n, coin: 7n },
  ]);
});

test("shares of the sales are by value, largest first", () => {
  const trades = [trade("a", "sell", 3), trade("a", "sell", 3), trade("b", "sell", 3), trade("c", "sell", 1), trade("d", "buy", 90)];
  expect(salesOf(trades)).toEqual({ sellers: 3, coins: 10, top1: 0.6, top2: 0.9 });
  expect(salesOf([])).toEqual({ sellers: 0, coins: 0, top1: 0, top2: 0 });
});

test("round trips need three turns: one who buys once and sells once has just left", () => {
  const turns = [trade("a", "buy", 4), trade("a", "sell", 4), trade("a", "buy", 4), trade("a", "sell", 4)];
  expect(roundTripsOf(turns)).toEqual({ share: 1, accounts: 1 });
  expect(roundTripsOf(turns.slice(0, 2))).toEqual({ share: 0, accounts: 0 });
  expect(roundTripsOf([...turns, trade("b", "buy", 16)])).toEqual({ share: 0.5, accounts: 1 });
});
