import { expect, test } from "vitest";
import { createPairs } from "./pairs.ts";

test("beyond 250,000 pairs no other is kept, and what is kept is still told", () => {
  const pairs = createPairs();
  for (let key = 0; key < 250_000; key += 1) pairs.see(key, { object: 0, low: 1, high: 2 });
  expect(pairs.see(250_000, { object: 0, low: 1, high: 2 })).toBe(false);
  expect(pairs.see(7, { object: 1, low: 3, high: 4 })).toBe(true);
  expect(pairs.twice()).toEqual([7]);
});
