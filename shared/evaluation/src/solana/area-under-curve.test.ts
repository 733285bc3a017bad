import { expect, test } from "vitest";
import { areaUnderCurve } from "./area-under-curve.ts";

const cases = (positives: number[], negatives: number[]) => [
  ...positives.map((value) => ({ value, positive: true })),
  ...negatives.map((value) => ({ value, positive: false })),
];

test("the area is the share of pairs in the right order, equal ones counting half", () => {
  expect(areaUnderCurve(cases([3, 4], [1, 2]))).toBe(1);
  expect(areaUnderCurve(cases([1, 2], [3, 4]))).toBe(0);
  expect(areaUnderCurve(cases([1, 3], [2]))).toBe(0.5);
  expect(areaUnderCurve(cases([2, 2], [2, 2, 2]))).toBe(0.5);
  expect(areaUnderCurve(cases([2, 5], [2, 1]))).toBe(0.875);
  expect(areaUnderCurve(cases([1], []))).toBeNaN();
});
