import { Branch } from "@token-sentiment/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundToOne } from "./rounding.ts";

/** The digits a client reads, as an integer number of ten-thousandths. */
const units = (n: number): number => {
  const [whole = "0", decimals = ""] = JSON.stringify(n).split(".");
  expect(decimals.length).toBeLessThanOrEqual(4);
  return Number(whole) * 10_000 + Number(decimals.padEnd(4, "0"));
};

describe("four decimals", () => {
  test("sum to exactly 1 as decimal numbers, each within one unit of what it was", () => {
    const weight = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(weight, weight, fc.double({ min: 1e-9, max: 1, noNaN: true }), (a, b, c) => {
        const total = a + b + c;
        const p = { real_crash: a / total, whale_manipulation: b / total, false_fud: c / total };
        const rounded = roundToOne(p);
        expect(Branch.options.reduce((sum, branch) => sum + units(rounded[branch]), 0)).toBe(10_000);
        for (const branch of Branch.options) expect(Math.abs(rounded[branch] - p[branch])).toBeLessThanOrEqual(1.0001e-4);
      }),
      { numRuns: 2000 },
    );
  });

  test("three equal scenarios give the odd unit to the most cautious", () => {
    expect(roundToOne({ real_crash: 1 / 3, whale_manipulation: 1 / 3, false_fud: 1 / 3 })).toEqual({
      real_crash: 0.3334,
      whale_manipulation: 0.3333,
      false_fud: 0.3333,
    });
  });
});
