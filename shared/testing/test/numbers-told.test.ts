import { expect, test } from "vitest";
import { unrecorded } from "./numbers-told.ts";

test("a sentence may tell what was recorded, in its own unit, and what is the rule's own", () => {
  expect(unrecorded("sell tax 30.0 % in 24 h", { sell_tax_bps: 3000 })).toEqual([]);
  expect(unrecorded("12 of 65 posts (18 %)", { posts: 65, theirs: 12 })).toEqual([]);
  expect(unrecorded("raised the price 12.5 % from 0xc4d039e7(uint256)", { rise: 0.1254 })).toEqual([]);
});

test("a number that nobody recorded is found, and so is one that is off by more than its last digit", () => {
  expect(unrecorded("4,711 holders could not sell", { asked: 12, sold: 3 })).toEqual([4711]);
  expect(unrecorded("price fell 52.4 %", { fall: 0.5236 })).toEqual([]);
  expect(unrecorded("price fell 52.4 %", { fall: 0.5336 })).toEqual([52.4]);
});
