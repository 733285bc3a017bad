import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Trade } from "./order-flow.ts";
import { type PumpStart, pumpStarts } from "./pump.ts";

const HOUR_MS = 3_600_000;

const number = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
/** Trades of a few seconds here and there within a few hours, so that many share a time and a chunk, and some of them are rushes. */
const burst = fc
  .record({
    second: fc.integer({ min: 0, max: 6 * 3600 }),
    orders: fc.integer({ min: 1, max: 60 }),
    from: number,
    rise: fc.double({ min: 0, max: 9, noNaN: true }),
    side: fc.constantFrom("buy", "sell"),
    named: fc.boolean(),
  })
  .map(({ second, orders, from, rise, side, named }) =>
    Array.from({ length: orders }, (_, index): Trade => ({
      at: 1_700_000_000_000 + second * 1000 + (named ? 0 : index),
      side,
      price: from * (1 + (rise * index) / orders),
      amount: 1 + index,
      ...(named && { order: `0x${index % 37}` }),
    })),
  );
const trades = fc.array(burst, { maxLength: 20 }).map((bursts) => bursts.flat().toSorted((a, b) => a.at - b.at));
const anyTrade = fc.record({ at: fc.double(), side: fc.constantFrom("buy", "sell"), price: fc.double(), amount: fc.double() });
const times = (starts: Iterable<PumpStart>): number[] => [...starts].map(({ detectedAt }) => detectedAt);

test("no trades, in whatever order and of whatever numbers, make it throw", () => {
  fc.assert(fc.property(fc.array(anyTrade, { maxLength: 60 }), (some) => void [...pumpStarts(some)]));
});

test("there is never more than one start an hour", () => {
  let found = 0;
  fc.assert(
    fc.property(trades, (some) => {
      const starts = times(pumpStarts(some, 1_699_900_000_000));
      found += starts.length;
      for (const [index, at] of starts.entries()) expect(at - (starts[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(HOUR_MS);
    }),
    { seed: 9, numRuns: 200 },
  );
  expect(found).toBeGreaterThan(30);
});

test("the order of trades of one time changes nothing", () => {
  fc.assert(
    fc.property(trades, (some) => {
      const turned = some.toReversed().toSorted((a, b) => a.at - b.at);
      const [one, other] = [some, turned].map((list) => [...pumpStarts(list, 1_699_900_000_000)]);
      expect(other?.map(({ detectedAt, rushOrders }) => [detectedAt, rushOrders])).toEqual(
        one?.map(({ detectedAt, rushOrders }) => [detectedAt, rushOrders]),
      );
      for (const [index, start] of (one ?? []).entries()) expect((other?.[index]?.rise ?? 0) / start.rise).toBeCloseTo(1, 6);
    }),
    { seed: 9, numRuns: 200 },
  );
});
