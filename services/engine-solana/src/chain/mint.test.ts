import { expect, test } from "vitest";
import { costOf, feeIn } from "./mint.ts";

const older = { epoch: 0n, basisPoints: 0, maximum: 1n };
const newer = { epoch: 900n, basisPoints: 5000, maximum: 1n };

test("the announced fee holds from its own epoch on", () => {
  expect(feeIn(899n, { older, newer })).toBe(older);
  expect(feeIn(900n, { older, newer })).toBe(newer);
});

test("a rate that may never take anything costs nothing", () => {
  expect(costOf(newer)).toBe(5000);
  expect(costOf({ ...newer, maximum: 0n })).toBe(0);
});
