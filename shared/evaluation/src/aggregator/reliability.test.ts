import { expect, test } from "vitest";
import { calibrationError, reliabilityTable } from "./reliability.ts";

const told = (chance: number, ...rights: boolean[]) => rights.map((right) => ({ chance, right }));

test("each tenth is told with what was said and what came, and belongs to its right end", () => {
  const table = reliabilityTable([...told(0.3, true, false), ...told(0.25, false, false), ...told(0, false), ...told(1, true)]);
  expect(table).toEqual([
    { from: 0, to: 0.1, cases: 1, told: 0, came: 0 },
    { from: 0.2, to: 0.3, cases: 4, told: 0.275, came: 0.25 },
    { from: 0.9, to: 1, cases: 1, told: 1, came: 1 },
  ]);
});

test("the calibration error is the mean distance of the bins by their cases", () => {
  // 4 of 8 at a distance of 0.3 (0.8 told, half came), 4 at 0.05 (0.2 told, a quarter came)
  const all = [...told(0.8, true, true, false, false), ...told(0.2, true, false, false, false)];
  expect(calibrationError(all)).toBeCloseTo(0.5 * 0.3 + 0.5 * 0.05, 12);
  expect(calibrationError(told(1, true, true))).toBe(0);
  expect(calibrationError(told(1, false))).toBe(1);
  expect(calibrationError([])).toBeNaN();
});
