import { expect, test } from "vitest";
import { smallestOf } from "./smallest.ts";

/** Numbers spread over 32 bits, none twice. */
const spread = (count: number) => Uint32Array.from({ length: count }, (_, index) => Math.imul(index + 1, 0x9e3779b1));

test.each([1, 100, 511, 512, 900])("the %i smallest of 900 numbers are those that sorting finds", (count) => {
  expect([...smallestOf(spread(900), count)].toSorted((a, b) => a - b)).toEqual([...spread(900).toSorted().subarray(0, count)]);
});

test("of fewer than asked for all are kept, and numbers of one bucket are told apart", () => {
  expect([...smallestOf(spread(3), 5)]).toEqual([...spread(3)]);
  expect([...smallestOf(Uint32Array.of(9, 3, 7, 1), 2)]).toEqual([1, 3]);
});
