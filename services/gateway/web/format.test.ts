import { expect, test } from "vitest";
import { percent, sentence } from "./format.ts";

test("only what is certain is told as 100 %", () => {
  expect([0.99951, 0.999, 0.123, 1, 0].map((share) => percent(share))).toEqual(["99.9 %", "99.9 %", "12.3 %", "100.0 %", "0.0 %"]);
  expect([0.999, 1].map((share) => percent(share, 0))).toEqual(["99 %", "100 %"]);
});

test("words of the service become a sentence; a field's name stays as it is", () => {
  expect(["not now", "Done.", "chain_id: unknown", ""].map(sentence)).toEqual(["Not now.", "Done.", "chain_id: unknown.", ""]);
});
