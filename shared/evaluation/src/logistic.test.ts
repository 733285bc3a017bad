import { expect, test } from "vitest";
import { fitLogistic } from "./logistic.ts";
import { brier, logLoss, macroF1 } from "./probability-score.ts";

test("without features it answers the rates of the classes", () => {
  const cases = [0, 0, 0, 1].map((label) => ({ features: [], label }));
  const [first, second] = fitLogistic(cases, { classes: 2, penalty: 0.01 })([]);
  expect(first).toBeCloseTo(0.75, 3);
  expect(second).toBeCloseTo(0.25, 3);
});

test("it learns a boundary, and a penalty keeps it from certainty", () => {
  const cases = Array.from({ length: 40 }, (_, index) => ({ features: [index], label: index < 20 ? 0 : 1 }));
  const loose = fitLogistic(cases, { classes: 2, penalty: 0.001 });
  const tight = fitLogistic(cases, { classes: 2, penalty: 1 });
  expect(loose([2])[0]).toBeGreaterThan(0.95);
  expect(loose([37])[1]).toBeGreaterThan(0.95);
  expect(tight([37])[1]).toBeLessThan(loose([37])[1]!);
});

test("the scores of a forecast are those of the textbook", () => {
  const sure = { chances: [1, 0, 0], label: 0 };
  const even = { chances: [1 / 3, 1 / 3, 1 / 3], label: 2 };
  expect(logLoss([sure])).toBe(0);
  expect(logLoss([even])).toBeCloseTo(Math.log(3));
  expect(brier([even])).toBeCloseTo(2 / 3);
  // The first class: one right, one wrong guess; the third is never guessed.
  expect(macroF1([sure, even])).toBeCloseTo((2 / 3 + 0) / 2);
});
