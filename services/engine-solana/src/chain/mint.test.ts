import { expect, test } from "vitest";
import { costOf, feeIn } from "./mint.ts";

const older = { epoch: 0n, basisPoints: 0, maximum: 1n };
const newer = { epoch: 900n, basisPoints: 5000, maximum: 1n };

test("the announced fee holds from its own epoch on", () => {
  expect(feeIn(899n, { older, newer })).toBe(older);
  expect(feeIn(900n, { older, newer })).toBe(newer);
});

test("a rate that may never take anything costs nothing", () => {
  expect(costOf(newer, 1n)).toBe(5000);
  expect(costOf({ ...newer, maximum: 0n }, 1n)).toBe(0);
});

test("a cap costs what it takes of a small holder's transfer", () => {
  const supply = 10n ** 15n;
  expect(costOf(newer, supply)).toBe(0);
  expect(costOf({ ...newer, maximum: 10n ** 9n }, supply)).toBe(100);
  expect(costOf({ ...newer, maximum: 10n ** 15n }, supply)).toBe(5000);
});
