import { expect, test } from "vitest";
import { movementOf } from "./movement.ts";
import type { Amounts, PoolEvent } from "./pool-event.ts";
import { reservesOver } from "./reserves.ts";

const at = { block: 1, transaction: "0x1" };
const pricesOf = (reserves: readonly Amounts[]) =>
  reserves.flatMap(({ token, coin }) => (token > 0n ? [Number(coin) / Number(token)] : []));
const none = { token: 0n, coin: 0n };
const sync = (token: bigint, coin: bigint, of = at): PoolEvent => ({ ...of, kind: "sync", reserves: { token, coin } });

test("a window that begins with the great sale shows its fall: the state before it is reconstructed", () => {
  const events: PoolEvent[] = [
    sync(2000n, 500n),
    { ...at, kind: "swap", in: { token: 1000n, coin: 0n }, out: { token: 0n, coin: 500n }, to: "0x" },
  ];
  expect(reservesOver(events)).toEqual([
    { token: 1000n, coin: 1000n },
    { token: 2000n, coin: 500n },
  ]);
  expect(movementOf(pricesOf(reservesOver(events)))).toEqual({ drawdown: 0.75, net: -0.75, rise: 0 });
});

test("taking liquidity out lowers no price, and the state before it is reconstructed too", () => {
  const burn: PoolEvent = { ...at, kind: "burn", amounts: { token: 900n, coin: 450n } };
  const shares: PoolEvent = { ...at, kind: "shares", from: "0xa", to: "0xb", amount: 1n };
  const reserves = reservesOver([shares, sync(100n, 50n), burn]);
  expect(reserves[0]).toEqual({ token: 1000n, coin: 500n });
  expect(movementOf(pricesOf(reserves))?.drawdown).toBe(0);
});

test("the first liquidity of a pool is preceded by an empty pool, which has no price", () => {
  const mint: PoolEvent = { ...at, kind: "mint", amounts: { token: 100n, coin: 50n } };
  const reserves = reservesOver([sync(100n, 50n), mint, sync(50n, 100n, { block: 2, transaction: "0x2" })]);
  expect(reserves[0]).toEqual(none);
  expect(movementOf(pricesOf(reserves))).toEqual({ drawdown: 0, net: 3, rise: 3 });
  expect(movementOf(pricesOf([none]))).toBeUndefined();
});

test("a reading without a trade of its own is taken as it is", () => {
  const later: PoolEvent = { block: 2, transaction: "0x2", kind: "swap", in: none, out: none, to: "0x" };
  expect(reservesOver([sync(100n, 50n), later])).toEqual([{ token: 100n, coin: 50n }]);
  expect(reservesOver([])).toEqual([]);
});

test("the deepest fall counts from the highest price before it, not from the first", () => {
  expect(movementOf([1, 4, 2, 3])).toEqual({ drawdown: 0.5, net: 2, rise: 3 });
});
