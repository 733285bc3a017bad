import { expect, test } from "vitest";
import { deepestFall } from "./deepest-fall.ts";

test("the deepest fall runs from the high before it to its low", () => {
  expect(
    deepestFall([
      [0, 10],
      [1, 9],
      [2, 20],
      [3, 12],
      [4, 19],
    ]),
  ).toEqual({ from: 2, to: 3, depth: 0.4 });
});

test("a price that hardly falls has none", () => {
  expect(
    deepestFall([
      [0, 10],
      [1, 9.8],
      [2, 11],
    ]),
  ).toBeUndefined();
});
