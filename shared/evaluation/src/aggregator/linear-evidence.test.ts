import { answersOf, currentModel, pool } from "@token-sentiment/model";
import { expect, test } from "vitest";
import { caseOf, signalOf } from "./case-for-tests.ts";
import { codesOf, linearised } from "./linear-evidence.ts";
import { foldInputOf } from "./recorded-case.ts";

const weights = { real_crash: 1.5, whale_manipulation: -0.5, false_fud: 0 };
const one = caseOf(1, [
  signalOf("strong", { weights, group: "fall" }),
  signalOf("weak", { weights: { ...weights, real_crash: 0.5 }, group: "fall" }),
  signalOf("open", { weights, status: "unknown" }),
  signalOf("dumb", { weights: { real_crash: 0, whale_manipulation: 0, false_fud: 0 } }),
]);

test("a code has a part when it says something", () => {
  expect(codesOf(one)).toEqual(["strong", "weak"]);
});

test("parts and factors add up to what the model pools, the second of a group at its share", () => {
  const model = { ...currentModel, k: { strong: 1.2, weak: 0.5 } };
  const { parts, offset } = linearised(one, model);
  expect(parts.get("strong")?.real_crash).toBeCloseTo(1.5, 6);
  expect(parts.get("weak")?.real_crash).toBeCloseTo(0.5 * currentModel.group_factor, 6);
  const { request, evidence } = foldInputOf(one);
  const pooled = pool(
    answersOf(request, evidence, model).flatMap((answer) => answer.observations),
    model,
  );
  expect(offset.real_crash + 1.2 * 1.5 + 0.5 * 0.5 * currentModel.group_factor).toBeCloseTo(pooled.real_crash, 6);
  expect(offset.real_crash).toBeCloseTo(0, 6);
});

test("what a cap cuts off has no part: more of it would say no more", () => {
  const loud = caseOf(1, [signalOf("loud", { weights: { real_crash: 5, whale_manipulation: 0, false_fud: 0 } })]);
  const { parts, offset } = linearised(loud, currentModel);
  expect(parts.get("loud")?.real_crash).toBe(0);
  expect(offset.real_crash).toBe(currentModel.engines["onchain"]?.cap);
});

test("where none of the three followed a third of each is the target", () => {
  expect(linearised(caseOf(1, [], { outcome: "none" }), currentModel).target).toEqual({
    real_crash: 1 / 3,
    whale_manipulation: 1 / 3,
    false_fud: 1 / 3,
  });
});
