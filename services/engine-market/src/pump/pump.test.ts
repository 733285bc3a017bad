import { expect, test } from "vitest";
import { CHUNK_MS, chunks, type Trade } from "./order-flow.ts";
import { pumpStarts } from "./pump.ts";

const HOUR_MS = 3_600_000;
const start = 1_700_000_000_000 - (1_700_000_000_000 % CHUNK_MS);
const buy = (at: number, price: number): Trade => ({ at, side: "buy", price, amount: price });

/** One buy and one sell a minute around one price. */
const quiet = (hours: number, price = 1): Trade[] =>
  Array.from({ length: hours * 60 }, (_, minute) => ({
    at: start + minute * 60_000,
    side: minute % 2 === 0 ? "buy" : "sell",
    price: price * (1 + 0.001 * ((minute * 7) % 3)),
    amount: 1,
  }));

/** So many market orders to buy in one chunk, each at a higher price. */
const rush = (at: number, orders: number, rise: number): Trade[] =>
  Array.from({ length: orders }, (_, index) => buy(at + index * 50, 1 + (rise * (index + 1)) / orders));

test("a crowd that buys at once and moves the price is a pump, known at the end of its chunk", () => {
  const at = start + 12 * HOUR_MS;
  const [found, ...more] = [...pumpStarts([...quiet(12), ...rush(at, 60, 0.3)])];
  expect(more).toEqual([]);
  expect(found).toMatchObject({ detectedAt: at + CHUNK_MS, rushOrders: 60, boughtShare: 1 });
  expect(found?.rise).toBeCloseTo(0.3, 2);
  expect(found?.usualRushOrders).toBeLessThan(1);
});

test("neither a rush that moves no price, nor a jump by few orders, nor a rush to sell is a pump", () => {
  const at = start + 12 * HOUR_MS;
  expect([...pumpStarts([...quiet(12), ...rush(at, 60, 0.01)])]).toEqual([]);
  expect([...pumpStarts([...quiet(12), ...rush(at, 5, 0.3)])]).toEqual([]);
  const sold = rush(at, 60, 0.3).map((trade): Trade => ({ ...trade, side: "sell" }));
  expect([...pumpStarts([...quiet(12), ...sold])]).toEqual([]);
});

test("one order that eats through many prices is one order", () => {
  const at = start + 12 * HOUR_MS;
  const swept = Array.from({ length: 60 }, (_, index) => buy(at, 1 + index / 200));
  expect([...chunks(swept)]).toMatchObject([{ trades: 60, rushOrders: 1 }]);
  expect([...pumpStarts([...quiet(12), ...swept])]).toEqual([]);
});

test("a token that always trades in rushes is used to them", () => {
  const busy = Array.from({ length: 12 * 144 }, (_, chunk) => rush(start + chunk * CHUNK_MS, 60, 0.05)).flat();
  const found = [...pumpStarts(busy)];
  expect(found).toEqual([]);
});

test("a pump and its echoes within the hour are told once, the next day's again", () => {
  const at = start + 12 * HOUR_MS;
  const first = [...rush(at, 60, 0.3), ...rush(at + CHUNK_MS, 90, 0.8), ...rush(at + 10 * 60_000, 200, 0.9)];
  const later = quiet(24).filter((trade) => trade.at > at + HOUR_MS);
  const next = rush(start + 24 * HOUR_MS, 60, 0.4);
  const days = [...pumpStarts([...quiet(12), ...first, ...later, ...next])].map(({ detectedAt }) => detectedAt);
  expect(days).toEqual([at + CHUNK_MS, start + 24 * HOUR_MS + CHUNK_MS]);
});

test("the first hour of trades is too early to call anything unusual", () => {
  expect([...pumpStarts([...quiet(1).slice(0, 30), ...rush(start + 31 * 60_000, 60, 0.3)])]).toEqual([]);
});

test("it keeps one chunk in memory: a pump in a stream of trades is told before the next trade is taken", () => {
  const at = start + 12 * HOUR_MS;
  let taken = 0;
  function* stream(): Generator<Trade> {
    for (const trade of [...quiet(12), ...rush(at, 60, 0.3), ...rush(at + CHUNK_MS, 60, 0.3)]) {
      taken++;
      yield trade;
    }
  }
  pumpStarts(stream()).next();
  expect(taken).toBe(12 * 60 + 60 + 1);
});
