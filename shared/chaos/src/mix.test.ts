import { expect, test } from "vitest";
import { brokenOf } from "./mix.ts";

const down = { name: "two nodes down", refusesWithinMs: 3500 };
const refusal = { at: 0, code: 503, tookMs: 3400 };

test("a fault that is over in time, and refuses as it says, breaks nothing", () => {
  expect(brokenOf({ name: "leader", againWithinMs: 10_000 }, { againMs: 10_000, refusals: [] })).toEqual([]);
  expect(brokenOf(down, { againMs: 60_000, refusals: [refusal, refusal] })).toEqual([]);
});

test("a recovery too late is found, and a refusal too late, of another code, without an answer, or missing", () => {
  expect(brokenOf({ name: "leader", againWithinMs: 10_000 }, { againMs: 10_001, refusals: [] })).toHaveLength(1);
  expect(brokenOf({ name: "leader", againWithinMs: 10_000 }, { againMs: Infinity, refusals: [] })).toHaveLength(1);
  const answers = [{ tookMs: 3501 }, { code: 500 }, { code: undefined }].map((more) => ({ ...refusal, ...more }));
  expect(brokenOf(down, { againMs: 0, refusals: [refusal, ...answers] })).toHaveLength(3);
  expect(brokenOf(down, { againMs: 0, refusals: [] })).toEqual(["two nodes down: no submission was refused"]);
});
