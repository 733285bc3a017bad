import { expect, test } from "vitest";
import { countsOf, scoreLine } from "./scores.ts";

const of = (tp: number, fp: number, fn: number) => [
  ...Array.from({ length: tp }, () => ({ truth: true, said: true })),
  ...Array.from({ length: fp }, () => ({ truth: false, said: true })),
  ...Array.from({ length: fn }, () => ({ truth: true, said: false })),
  { truth: false, said: false },
];

test("a line has the published figures for the published counts, each with its denominator", () => {
  // CRPWarner's mint pattern: 18 right, 1 wrong, 2 missed
  expect(scoreLine("Mint", countsOf(of(18, 1, 2)))).toBe(
    "Mint   of 22 contracts:  precision .947 (18/19)  recall .900 (18/20)  F1 .923 (36/39)",
  );
});

test("a ratio of nothing is no number", () => {
  expect(scoreLine("Leak", countsOf(of(0, 0, 2)))).toBe("Leak   of 3 contracts:  precision - (0/0)  recall .000 (0/2)  F1 .000 (0/2)");
});
