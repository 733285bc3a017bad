import { expect, test } from "vitest";
import { caseOf } from "./case-for-tests.ts";
import type { Judged } from "./judged.ts";
import { forecastsOf, ratesOf } from "./judged.ts";
import { confusionLines, dataLines, falseAlarmLine, scoreLine, verdictLines } from "./tables.ts";

/** What a model might have answered on that day. */
const answered = (day: number, outcome: Judged["of"]["outcome"], more: Partial<Judged> = {}): Judged => ({
  of: caseOf(day, [], { outcome }),
  posterior: { real_crash: 0.5, whale_manipulation: 0.25, false_fud: 0.25 },
  dominant: "real_crash",
  raw: 0.5,
  confidence: 0.5,
  verdict: "HOLD",
  ...more,
});

const some = [
  answered(1, "real_crash", { verdict: "LIQUIDATE_LONGS" }),
  answered(2, "real_crash", { verdict: "ACCUMULATE", dominant: "false_fud" }),
  answered(3, "false_fud", { verdict: "LIQUIDATE_LONGS" }),
  answered(4, "none", { verdict: "LIQUIDATE_LONGS" }),
  answered(5, "none"),
];
const words = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(/ +/g, " ").trim());

test("answers are counted by what followed, and an outcome that never came has no row", () => {
  expect(words(confusionLines(some))).toEqual([
    "what followed real_crash whale_manipulation false_fud",
    "real_crash 1 0 1 of 2",
    "false_fud 1 0 0 of 1",
    "none 2 0 0 of 2",
  ]);
  expect(words(verdictLines(some)).slice(1)).toEqual(["real_crash 1 0 0 1 0 of 2", "false_fud 0 0 0 1 0 of 1", "none 0 1 0 1 0 of 2"]);
});

test("false alarms are sales where nothing followed or only a scare, false comfort what was praised before a crash", () => {
  expect(falseAlarmLine(some)).toBe(
    "false alarms: 1/2 sold where none of the three followed, 1/1 sold on a scare; false comfort: 1/2 before a crash",
  );
});

test("scores are of the cases in which a scenario followed", () => {
  const forecasts = forecastsOf(some);
  expect(forecasts.map(({ label }) => label)).toEqual([0, 0, 2]);
  // -(2 ln 0.5 + ln 0.25) / 3, and 2/3 · (0.25 + 2/16) + 1/3 · (0.25 + 1/16 + 9/16)
  expect(scoreLine("three", forecasts)).toContain("n    3  log loss  .924  Brier .542  calibration error .167");
});

test("the rates of outcomes count each once more than it came", () => {
  expect(ratesOf([])).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect(ratesOf([0, 0, 2])).toEqual([3 / 6, 1 / 6, 2 / 6]);
});

test("a data set is told with its days, its outcomes and its licence", () => {
  const [line = ""] = dataLines(some.map(({ of }) => of));
  expect(line).toMatch(/^test +5 cases, onchain, 2020-09-14 to 2020-09-18: real_crash 2, .* none 2 \(CC0-1.0\)$/);
});
