import { expect, test } from "vitest";
import { calibrationNote } from "./calibration-note.ts";

const figures = { weights: "expert", held_out: { cases: 677 }, reliability: [{ from: 0.9, to: 1, cases: 12, came: 0.75 }] };

test("how often an answer like this one came is told with the cases that it rests on", () => {
  expect(calibrationNote(figures, 1)).toBe(
    "Its weights were set by people, not fitted. Held against 677 recorded cases that nothing was fitted on: where the likeliest scenario was given 90 % to 100 %, it came in 75 % of 12, which are few.",
  );
});

test("what nobody measured is not known, and said", () => {
  expect(calibrationNote(figures, 0.5)).toContain("is not known");
  expect(calibrationNote(undefined, 0.5)).toContain("not known");
});
