import { expect, test } from "vitest";
import { comparable, isNewer, type Look, takenOut } from "./look.ts";

const HOUR_MS = 3_600_000;
const look = (change: Partial<Look> = {}): Look => ({ at: 0, pool: "one", liquidityUsd: 100_000, priceUsd: 1, ...change });

test("what a fall of the price leaves of a pool is not taken out, what lies below that is", () => {
  expect(takenOut(look(), look({ liquidityUsd: 50_000, priceUsd: 0.5 }))).toBe(0);
  expect(takenOut(look(), look({ liquidityUsd: 70_000, priceUsd: 0.5 }))).toBe(0);
  expect(takenOut(look(), look({ liquidityUsd: 25_000, priceUsd: 0.5 }))).toBeCloseTo(0.5);
  expect(takenOut(look(), look({ liquidityUsd: 20_000 }))).toBeCloseTo(0.8);
  expect(takenOut(look(), look({ liquidityUsd: 20_000, priceUsd: 3 }))).toBeCloseTo(0.8);
  expect(takenOut(look(), look({ liquidityUsd: 900_000 }))).toBe(0);
  expect(takenOut(look(), look({ liquidityUsd: 0 }))).toBe(1);
  expect(takenOut(look({ liquidityUsd: 0 }), look({ liquidityUsd: 0 }))).toBe(0);
});

test("an earlier look is kept for twelve hours, then it is replaced", () => {
  expect(isNewer(look(), undefined)).toBe(true);
  expect(isNewer(look({ at: 11 * HOUR_MS }), look())).toBe(false);
  expect(isNewer(look({ at: 12 * HOUR_MS }), look())).toBe(true);
});

test("a pool that lost its place as the deepest is compared with its heir, one that nobody tells of is not", () => {
  const heir = look({ at: 1, pool: "two", liquidityUsd: 5_000 });
  expect(comparable(heir, look(), ["three", "one"])).toEqual(look());
  expect(comparable(heir, look(), ["three"])).toBeUndefined();
  expect(comparable(look({ at: 1 }), look(), [])).toEqual(look());
  expect(comparable(heir, undefined, ["one"])).toBeUndefined();
});
