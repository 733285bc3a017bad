import { expect, test } from "vitest";
import type { PoolEvent, Transfer } from "./pool-event.ts";
import { positionRemovalOf } from "./positions.ts";

const book = { token: 10n, coin: 10n, price: 1, managers: new Set(["0xmanager"]), pool: "0xpool" };
const position = (change: "added" | "removed" | "collected", account: string, amount: bigint): PoolEvent => ({
  block: 1,
  transaction: "0x1",
  kind: "position",
  change,
  account,
  amounts: { token: amount, coin: amount },
});
const taken = (account: string, amount: bigint) => [position("removed", account, amount), position("collected", account, amount)];

test("nine tenths of a V3 pool taken by one account", () => {
  const removal = positionRemovalOf(taken("0xa", 90n), [], book);
  expect(removal).toMatchObject({ account: "0xa" });
  expect([removal.share, removal.byOne].map((part) => part.toFixed(6))).toEqual(["0.900000", "0.900000"]);
});

test("liquidity that is put in and taken out again is not liquidity taken out", () => {
  expect(positionRemovalOf([position("added", "0xa", 90n), ...taken("0xa", 90n)], [], book).share).toBeCloseTo(0);
});

test("many that leave are told from one, and a position of which only fees are taken does not leave", () => {
  const many = [...taken("0xa", 30n), ...taken("0xb", 30n), ...taken("0xc", 30n)];
  const removal = positionRemovalOf(many, [], book);
  expect(removal.share).toBeCloseTo(0.9);
  expect(removal.byOne).toBeLessThan(0.8);
  expect(positionRemovalOf([position("removed", "0xa", 0n), position("collected", "0xa", 5n)], [], book).share).toBe(0);
});

test("who takes liquidity out through a manager of positions is whoever got the tokens", () => {
  const transfers: Transfer[] = [
    { block: 1, transaction: "0x1", kind: "transfer", from: "0xpool", to: "0xmanager", amount: 90n },
    { block: 1, transaction: "0x1", kind: "transfer", from: "0xmanager", to: "0xalice", amount: 90n },
  ];
  expect(positionRemovalOf(taken("0xmanager", 90n), transfers, book).account).toBe("0xalice");
});
