import { expect, test } from "vitest";
import { minimise } from "./minimise.ts";

/** (x - 3)² + 100 (y + 2)² + x y: its minimum is where 2 (x - 3) + y = 0 and 200 (y + 2) + x = 0. */
const bowl = ([x = 0, y = 0]: readonly number[]) => ({
  value: (x - 3) ** 2 + 100 * (y + 2) ** 2 + x * y,
  gradient: [2 * (x - 3) + y, 200 * (y + 2) + x],
});

test("the minimum of a bowl is found, however stretched it is", () => {
  const [x, y] = minimise(bowl, [0, 0], [-Infinity, -Infinity]);
  // x = 3 - y/2, 200 y + 400 + 3 - y/2 = 0
  expect(y).toBeCloseTo(-403 / 199.5, 5);
  expect(x).toBeCloseTo(3 + 403 / 399, 5);
});

test("behind a floor the minimum is the best point on it", () => {
  const [x, y] = minimise(bowl, [5, 5], [-Infinity, 0]);
  expect(y).toBe(0);
  expect(x).toBeCloseTo(3, 5);
});
