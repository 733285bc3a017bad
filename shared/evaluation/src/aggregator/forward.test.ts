import { currentModel } from "@token-sentiment/model";
import { expect, test } from "vitest";
import { caseOf, dayAt, signalOf } from "./case-for-tests.ts";
import { fitModel } from "./fit-model.ts";
import { forward } from "./forward.ts";
import { forwardLines } from "./report-calibration.ts";

const OUTCOMES = ["real_crash", "whale_manipulation", "false_fud"] as const;
const CASES = 120;

/** Of what came nothing shows but, in the second half, a line that knows it; in the first half it is chance. */
const planted = (outcomeOf: (day: number) => (typeof OUTCOMES)[number] = (day) => OUTCOMES[day % 3]!) =>
  Array.from({ length: CASES }, (_, day) => {
    const outcome = outcomeOf(day);
    const told = day < CASES / 2 ? OUTCOMES[Math.floor(day / 3) % 3]! : outcome;
    const weights = { real_crash: 0, whale_manipulation: 0, false_fud: 0, [told]: 0.5 };
    return caseOf(day, [signalOf("oracle", { weights })], { outcome });
  });

test("a line that knows the future only later on does not help before that is known", () => {
  const cases = planted();
  const { fitted, shipped, steps } = forward(cases, currentModel);
  const [first] = steps;
  expect(first?.train).toBeLessThan(CASES / 2);
  // learned from everything, as a random split would, the line is worth much more than from the past alone
  expect(fitModel(cases, currentModel).k["oracle"]).toBeGreaterThan(1.3);
  const chanceOf = (of: (typeof fitted)[number]): number => of.posterior[of.dominant];
  const early = (judged: typeof fitted): number => chanceOf(judged[0]!);
  expect(early(fitted)).toBeLessThan(early(shipped));
});

test("outcomes that were not known yet change no forecast", () => {
  const told = forward(planted(), currentModel);
  const [first, second] = told.steps;
  const turned = forward(
    planted().map((one, day) => (day >= first!.train ? { ...one, outcome: "false_fud" as const } : one)),
    currentModel,
  );
  const posteriors = (of: typeof told) => of.fitted.slice(0, first?.test).map(({ posterior, confidence }) => ({ posterior, confidence }));
  expect(posteriors(turned)).toEqual(posteriors(told));
  const later = (of: typeof told) =>
    of.fitted.slice(first?.test, (first?.test ?? 0) + (second?.test ?? 0)).map(({ posterior }) => posterior);
  expect(later(turned)).not.toEqual(later(told));
});

test("the same cases print the same lines", () => {
  const lines = () => forwardLines(planted(), forward(planted(), currentModel));
  expect(lines()).toEqual(lines());
});

test("the rates of the past count what came and not what is open", () => {
  const cases = planted(() => "real_crash");
  const { baseRates, steps } = forward(cases, currentModel);
  const { train } = steps[0]!;
  expect(baseRates[0]?.chances[0]).toBeCloseTo((train + 1) / (train + 3), 12);
});

test("no map of confidence is made of outcomes that are still open", () => {
  const days = 520;
  const never = dayAt(10 * days);
  const cases = Array.from({ length: days }, (_, day) =>
    caseOf(day, [signalOf("chance", { weights: { real_crash: (day % 7) / 7, whale_manipulation: 0, false_fud: 0 } })], {
      outcome: OUTCOMES[day % 3]!,
      outcome_known_at: day < 0.4 * days ? dayAt(day) : never,
    }),
  );
  const unmapped = forward(cases, currentModel).fitted;
  expect(unmapped.map(({ confidence }) => confidence)).toEqual(unmapped.map(({ raw }) => Math.round(100 * raw) / 100));
  const known = cases.map((one) => ({ ...one, outcome_known_at: one.detected_at }));
  const mapped = forward(known, currentModel).fitted.at(-1);
  expect(mapped?.confidence).not.toBe(Math.round(100 * (mapped?.raw ?? 0)) / 100);
});
