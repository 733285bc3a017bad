import { expect, test } from "vitest";
import { falseDiscoveryLimit, scanProbability } from "./scan-statistic.ts";

/** How often the most of `n` uniform points within a window of length `w` reaches `k`, by counting. */
function counted({ k, n, w }: { k: number; n: number; w: number }): number {
  let [state, hits] = [1, 0];
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const runs = 20_000;
  for (let run = 0; run < runs; run += 1) {
    const points = Float64Array.from({ length: n }, next).toSorted();
    if (points.some((point, index) => index + k <= n && (points[index + k - 1] ?? 2) - point <= w)) hits += 1;
  }
  return hits / runs;
}

test.each([
  { k: 4, n: 10, w: 0.05 },
  { k: 5, n: 20, w: 0.05 },
  { k: 6, n: 30, w: 0.04 },
])("the formula for $k of $n within $w agrees with counting", ({ k, n, w }) => {
  expect(Math.abs(scanProbability(k, n, w) - counted({ k, n, w }))).toBeLessThan(0.02);
});

test("one post, or a window that holds everything, is no surprise", () => {
  expect(scanProbability(1, 10, 0.01)).toBe(1);
  expect(scanProbability(10, 10, 1)).toBe(1);
});

test("of many chances only those that stay few false ones are findings", () => {
  expect(falseDiscoveryLimit([0.001, 0.008, 0.039, 0.041, 0.6], 0.05)).toBe(0.008);
  expect(falseDiscoveryLimit([0.5, 0.6], 0.05)).toBe(-1);
  expect(falseDiscoveryLimit([], 0.05)).toBe(-1);
});
