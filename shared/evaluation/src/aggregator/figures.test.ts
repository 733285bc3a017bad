import { currentModel, type Model } from "@token-sentiment/model";
import { expect, test } from "vitest";
import { caseOf, signalOf } from "./case-for-tests.ts";
import { figuresOf } from "./figures.ts";
import { forward } from "./forward.ts";

const cases = Array.from({ length: 20 }, (_, day) =>
  caseOf(day, [signalOf("seen", { weights: { real_crash: 0.8, whale_manipulation: 0, false_fud: 0 } })], { outcome: "real_crash" }),
);
const weightsOf = (model: Model): string =>
  figuresOf(cases, forward(cases, model), { model, command: "a command", measuredOn: "2026-11-21" }).weights;

test("a model is told as fitted when any number of it was: a factor, the prior, the temperature or the map of confidence", () => {
  expect(weightsOf(currentModel)).toBe("expert");
  const fitted: Partial<Model>[] = [
    { k: { seen: 1.2 } },
    { prior: { real_crash: 0.4, whale_manipulation: 0.3, false_fud: 0.3 } },
    { temperature: 1.3 },
    { confidence: { ...currentModel.confidence, calibration: { kind: "platt", a: 4, b: -1 } } },
  ];
  for (const part of fitted) expect([part, weightsOf({ ...currentModel, ...part })]).toEqual([part, "fitted"]);
});
