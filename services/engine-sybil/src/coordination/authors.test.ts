import { expect, test } from "vitest";
import { authorRatio, rarefiedAuthorRatio, shareAtLeast } from "./authors.ts";

const by = (...counts: number[]) => new Map(counts.map((count, index) => [`a${index}`, count]));

test("the ratio counts authors over posts, and is 1 when there are none", () => {
  expect(authorRatio(by(2, 1))).toBe(0.6667);
  expect(authorRatio(by())).toBe(1);
});

test("U100 does not fall only because there are more posts", () => {
  const half = by(...Array.from({ length: 100 }, () => 2));
  const whole = by(...Array.from({ length: 1000 }, () => 2));
  expect(authorRatio(half)).toBe(authorRatio(whole));
  expect(rarefiedAuthorRatio(whole)).toBeGreaterThan(0.97);
  expect(rarefiedAuthorRatio(by(200))).toBeCloseTo(0.01, 10);
  expect(rarefiedAuthorRatio(by(1, 1, 1))).toBe(1);
  // of 3 + 97 single posts all hundred are drawn: 98 authors
  expect(rarefiedAuthorRatio(by(3, ...Array.from({ length: 97 }, () => 1)))).toBeCloseTo(0.98, 10);
});

test("the certain part of a share grows with what it was counted on", () => {
  expect(shareAtLeast(10, 100)).toBeCloseTo(0.0552, 4);
  expect(shareAtLeast(100, 1000)).toBeGreaterThan(shareAtLeast(10, 100));
  expect(shareAtLeast(0, 0)).toBe(0);
});
