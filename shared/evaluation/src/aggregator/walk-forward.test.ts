import * as fc from "fast-check";
import { expect, test } from "vitest";
import { walkForward } from "./walk-forward.ts";

const dated = fc
  .record({ detected_at: fc.integer({ min: 0, max: 60 }), open: fc.integer({ min: 0, max: 30 }) })
  .map(({ detected_at, open }) => ({ detected_at, outcome_known_at: detected_at + open }));

test("nothing is learned from that was not known when the first tested case was looked at, and every later case is tested once", () => {
  fc.assert(
    fc.property(fc.array(dated, { maxLength: 80 }), (cases) => {
      const steps = walkForward(cases);
      for (const { train, test: tested } of steps) {
        const earliest = Math.min(...tested.map(({ detected_at }) => detected_at));
        for (const { outcome_known_at } of train) expect(outcome_known_at).toBeLessThan(earliest);
      }
      const tested = steps.flatMap((step) => step.test);
      expect(new Set(tested).size).toBe(tested.length);
      const from = tested[0]?.detected_at ?? Infinity;
      expect(tested).toHaveLength(cases.filter(({ detected_at }) => detected_at >= from).length);
    }),
    { seed: 10 },
  );
});

test("a case whose outcome is open for long is learned from late, however early it was looked at", () => {
  const cases = Array.from({ length: 10 }, (_, day) => ({ detected_at: day, outcome_known_at: day === 0 ? 7.5 : day }));
  const [first, second] = walkForward(cases, { warmUp: 0.4, steps: 2 });
  expect(first?.train.map(({ detected_at }) => detected_at)).toEqual([1, 2, 3]);
  expect(second?.test.map(({ detected_at }) => detected_at)).toEqual([7, 8, 9]);
  expect(second?.train.map(({ detected_at }) => detected_at)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("cases of one time stay together", () => {
  const cases = Array.from({ length: 10 }, (_, index) => ({ detected_at: index < 4 ? 0 : 1, outcome_known_at: 2 }));
  expect(walkForward(cases, { warmUp: 0.5, steps: 3 })).toEqual([]);
});
