import { expect, test } from "vitest";
import { scoreLine, scoreOf } from "./scores.ts";

const of = (tp: number, fp: number, fn: number) => [
  ...Array.from({ length: tp }, () => ({ truth: true, said: true })),
  ...Array.from({ length: fp }, () => ({ truth: false, said: true })),
  ...Array.from({ length: fn }, () => ({ truth: true, said: false })),
  { truth: false, said: false },
];

test("precision, recall and F1 are the published ones for the published counts", () => {
  // CRPWarner's mint pattern on 69 contracts: 18 right, 1 wrong, 2 missed
  const { precision, recall, f1 } = scoreOf(of(18, 1, 2));
  expect([precision, recall, f1].map((ratio) => ratio?.toFixed(3))).toEqual(["0.947", "0.900", "0.923"]);
});

test("a ratio of nothing is no number, and its line says of how many", () => {
  expect(scoreOf(of(0, 0, 0))).toMatchObject({ of: 1, precision: undefined, recall: undefined, f1: undefined });
  expect(scoreLine("Leak", scoreOf(of(0, 0, 2)))).toBe("Leak   of 3 contracts:  precision - (0/0)  recall 0.000 (0/2)  F1 0.000 (0/2)");
});
