import { expect, test } from "vitest";
import { meanWithRange } from "./bootstrap.ts";
import { chance } from "./chance.ts";

test("values that do not differ have no range", () => {
  expect(meanWithRange([[2, 2], [2]])).toEqual({ mean: 2, from: 2, to: 2 });
});

test("the range of 400 single values of variance 1/12 is about 1.96 standard errors to either side", () => {
  const next = chance("values");
  const { mean, from, to } = meanWithRange(Array.from({ length: 400 }, () => [next()]));
  const error = 1.96 * Math.sqrt(1 / 12 / 400);
  expect(Math.abs((to - mean) / error - 1)).toBeLessThan(0.15);
  expect(Math.abs((mean - from) / error - 1)).toBeLessThan(0.15);
});

test("a hundred copies of a value are one finding, not a hundred", () => {
  const next = chance("copies");
  const values = Array.from({ length: 30 }, () => next());
  const single = meanWithRange(values.map((value) => [value]));
  const copied = meanWithRange(values.map((value) => Array.from({ length: 100 }, () => value)));
  expect(copied.to - copied.from).toBeCloseTo(single.to - single.from, 10);
});
