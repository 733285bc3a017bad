import { expect, test } from "vitest";
import { violations } from "./history.ts";

const at = (status: string, body: unknown = { status }) => ({ status, body });

test("a job that only moves forward breaks nothing", () => {
  expect(violations("a", [at("pending"), at("pending"), at("running"), at("completed"), at("completed")])).toEqual([]);
});

test("planted faults are found", () => {
  expect(violations("a", [at("running"), at("pending"), at("failed")])).toEqual(["a: went backward to pending"]);
  expect(violations("a", [at("completed", { v: 1 }), at("completed", { v: 2 })])).toEqual(["a: has two ends"]);
  expect(violations("a", [at("completed"), at("failed")])).toEqual(["a: has two ends"]);
  expect(violations("a", [at("pending"), at("http 404")])).toEqual(["a: answered http 404", "a: never ended"]);
  expect(violations("a", [at("pending"), at("running")])).toEqual(["a: never ended"]);
});
