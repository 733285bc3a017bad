import { expect, test } from "vitest";
import { concentrationOf } from "./concentration.ts";

const ALICE = "ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc";
const BOB = "64AeW12cWDCLU6Z9moJwGq4dBAAJkoUrjv2vX2wj6FFi";
/** An account of a program: no key can sign for it. */
const PROGRAMS = "4Qwh8JREqkeuVErzhASUYVAJ1MDVex5bZc4xyUtzc7Mq";
const holder = (owner: string, percent: number, more: { account?: string; insider?: boolean; locked?: boolean } = {}) => ({
  account: `account of ${owner}`,
  owner,
  percent,
  insider: false,
  locked: false,
  ...more,
});

test("accounts of one owner are one owner", () => {
  const seen = concentrationOf([holder(ALICE, 10), holder(BOB, 15), holder(ALICE, 12)], { pools: new Set() });
  expect(seen).toMatchObject({ owners: 2, largest: 22, top10: 37 });
});

test("pools, lockers and the incinerator are no holders, by account and by owner", () => {
  const holders = [
    holder(ALICE, 5),
    holder(BOB, 20),
    holder("x", 10, { account: "vault" }),
    holder("y", 3, { locked: true }),
    holder("5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1", 7),
    holder("1nc1nerator11111111111111111111111111111111", 30),
  ];
  expect(concentrationOf(holders, { pools: new Set([BOB, "vault"]) })).toMatchObject({ top10: 5, largest: 5, pools: 40, burned: 30 });
});

test("what lies with programs is told apart from what wallets hold", () => {
  expect(concentrationOf([holder(PROGRAMS, 80), holder(ALICE, 4)], { pools: new Set() })).toMatchObject({
    largest: 80,
    walletsLargest: 4,
    walletsTop10: 4,
  });
});

test("shares that exceed the supply, or none, are unknown", () => {
  expect(concentrationOf([holder(ALICE, 60), holder(BOB, 60)], { pools: new Set() })).toBeUndefined();
  expect(concentrationOf([], { pools: new Set() })).toBeUndefined();
});

test("a list that is shorter than ten although there are more holders is cut off, and says nothing", () => {
  const two = [holder(ALICE, 5), holder(BOB, 5), holder(ALICE, 3)];
  expect(concentrationOf(two, { pools: new Set(), count: 4 })).toBeUndefined();
  expect(concentrationOf(two, { pools: new Set(), count: 3 })).toMatchObject({ owners: 2 });
  const ten = Array.from({ length: 10 }, (_, index) => holder(`owner ${index % 9}`, 1));
  expect(concentrationOf(ten, { pools: new Set(), count: 4000 })).toMatchObject({ owners: 9, largest: 2 });
});

test("eight owners within a thousandth of one another are a group; seven, or wider ones, are none", () => {
  const group = (shares: readonly number[]) =>
    concentrationOf(
      shares.map((percent, index) => holder(`owner ${index}`, percent)),
      { pools: new Set() },
    )?.equal;
  const eight = Array.from({ length: 8 }, (_, index) => 2 - index * 0.0002);
  expect(group([9, ...eight, 0.5])).toEqual({ owners: 8, percent: expect.closeTo(15.9944, 6) });
  expect(group(eight.slice(1))).toBeUndefined();
  expect(group(eight.map((percent, index) => percent - index * 0.001))).toBeUndefined();
});
