import { expect, test } from "vitest";
import type { Trade } from "./order-flow.ts";
import { chunks } from "./order-flow.ts";
import { pumpSight } from "./pump-sight.ts";

const HOUR_MS = 3_600_000;
const start = 1_700_000_000_000;
const trade = (at: number, price: number, more: Partial<Trade> = {}): Trade => ({
  at,
  side: "buy",
  price,
  amount: 10,
  order: `${at} ${price}`,
  ...more,
});
/** So many orders of one block, each a little dearer. */
const rush = (at: number, orders: number, rise: number): Trade[] =>
  Array.from({ length: orders }, (_, index) => trade(at, 1 + (rise * (index + 1)) / orders));

test("orders of one block are many where they have names, and parts of one order are one", () => {
  const [named] = chunks(rush(start, 30, 0.3));
  expect(named?.rushOrders).toBe(30);
  const [parts] = chunks(rush(start, 30, 0.3).map((one) => ({ ...one, order: "one" })));
  expect(parts?.rushOrders).toBe(1);
});

test("a rush in a quiet market is a pump, and what is given back is counted from the top after it", () => {
  const at = start + 3 * HOUR_MS;
  const trades = [trade(start, 1), ...rush(at, 30, 0.3), trade(at + HOUR_MS, 2), trade(at + 2 * HOUR_MS, 1.25, { side: "sell" })];
  const sight = pumpSight(trades, start);
  expect(sight.start).toMatchObject({ rushOrders: 30, price: 1 });
  expect(sight.givenBack).toBeCloseTo(0.75);
  expect(sight.seenFrom).toBe(start + HOUR_MS);
});

test("orders of one block that interleave are counted once each, in whatever order they come", () => {
  const swept = [...rush(start, 3, 0.3), ...rush(start, 3, 0.2)].map((one, index) => ({ ...one, order: `0x${index % 3}` }));
  const [first] = chunks(swept);
  const [second] = chunks(swept.toReversed());
  expect(first?.rushOrders).toBe(3);
  expect(second?.close).toBeCloseTo(first?.close ?? 0, 12);
});

test("what is given back within the rush itself is given back", () => {
  const at = start + 3 * HOUR_MS - ((start + 3 * HOUR_MS) % 25_000);
  const trades = [trade(start, 1), ...rush(at, 30, 0.4), trade(at + 20_000, 1.1, { side: "sell" })];
  expect(pumpSight(trades, start).givenBack).toBeCloseTo(0.75);
});

test("few trades never make a pump, however far they move the price", () => {
  for (const orders of [1, 5, 19]) {
    const trades = [trade(start, 1), ...rush(start + 3 * HOUR_MS, orders, 4)];
    expect(pumpSight(trades, start).start).toBeUndefined();
  }
  expect(pumpSight([], start)).toEqual({ start: undefined, givenBack: 0, seenFrom: start + HOUR_MS, trades: 0 });
});

test("a rush in the first hour that is told is not judged: nobody knows what was usual", () => {
  const trades = [trade(start, 1), ...rush(start + HOUR_MS / 2, 60, 0.5)];
  expect(pumpSight(trades, start).start).toBeUndefined();
  expect(pumpSight(trades, start - 2 * HOUR_MS).start).toBeDefined();
});
