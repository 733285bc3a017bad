import { expect, test } from "vitest";
import { shippedFigures } from "./calibration-figures.ts";
import { currentModel } from "./model-file.ts";

/** Another version has no figures until `npm run calibrate -- --datasets DIR --figures shared/model/calibration.json` was run. */
test("the figures are those of the shipped model, and say whether anything in it was fitted", () => {
  expect(shippedFigures.model_version).toBe(currentModel.version);
  const isFitted = Object.keys(currentModel.k).length > 0 || currentModel.confidence.calibration !== null;
  expect(shippedFigures.weights).toBe(isFitted ? "fitted" : "expert");
});

test("the figures add up: every held-out case is in each of the tables", () => {
  const { held_out, reliability, confusion, verdicts, data } = shippedFigures;
  const sum = (rows: readonly { cases: number }[]): number => rows.reduce((total, { cases }) => total + cases, 0);
  const scenario = (rows: readonly { outcome: string; cases: number }[]): number => sum(rows.filter(({ outcome }) => outcome !== "none"));
  expect([sum(reliability), scenario(confusion), scenario(verdicts)]).toEqual([held_out.cases, held_out.cases, held_out.cases]);
  expect([sum(confusion), sum(verdicts)]).toEqual([held_out.cases + held_out.quiet, held_out.cases + held_out.quiet]);
  expect(sum(data.flatMap(({ outcomes }) => outcomes))).toBeGreaterThan(held_out.cases + held_out.quiet);
});

test("weights fitted to data without a stated licence are not shipped", () => {
  if (shippedFigures.weights === "fitted") for (const { licence } of shippedFigures.data) expect(licence).not.toBeNull();
  else expect([currentModel.k, currentModel.temperature]).toEqual([{}, 1]);
});
