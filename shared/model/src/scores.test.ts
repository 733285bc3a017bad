import { expect, test } from "vitest";
import { answersOf } from "./answers.ts";
import { observed, requestFor } from "./evidence-for-tests.ts";
import { currentModel } from "./model-file.ts";
import { eventOf } from "./scores.ts";

const eventWith = (measures: { event?: number; chatter?: number }) =>
  eventOf(answersOf(requestFor("sybil"), [observed("sybil", [], { measures })], currentModel), currentModel);

test("many people talking as usual are no event", () => {
  // Ordinary StockTwits days lie between 41 and 56.
  for (const chatter of [0, 28, 41, 56]) expect(eventWith({ chatter })).toBeLessThan(currentModel.event_threshold);
});

test("talk far above the usual is one", () => {
  expect(eventWith({ chatter: 67 })).toBeGreaterThan(currentModel.event_threshold);
  expect(eventWith({ chatter: 100 })).toBe(1);
});

test("the strongest event counts, and nobody measuring one is not an event of 0", () => {
  expect(eventWith({ event: 0.7, chatter: 60 })).toBe(0.7);
  expect(eventWith({})).toBeUndefined();
});
