import { expect, test } from "vitest";
import { nextWaitMs, waitsMs } from "./schedule.ts";

test("the attempts of a webhook that nobody takes span a day, and end", () => {
  const least = waitsMs.reduce((sum, _, index) => sum + nextWaitMs({ attempt: index + 1, chance: 0 })!, 0) / 3_600_000;
  const most = waitsMs.reduce((sum, _, index) => sum + nextWaitMs({ attempt: index + 1, chance: 0.999 })!, 0) / 3_600_000;
  expect(least).toBeGreaterThan(23);
  expect(most).toBeLessThan(27);
  expect(nextWaitMs({ attempt: waitsMs.length + 1, chance: 0 })).toBeUndefined();
});

test("it begins with 5 s, 5 min, 30 min, each up to a tenth longer by chance", () => {
  expect([1, 2, 3].map((attempt) => nextWaitMs({ attempt, chance: 0 }))).toEqual([5000, 300_000, 1_800_000]);
  expect(nextWaitMs({ attempt: 1, chance: 0.5 })).toBe(5250);
});

test("a receiver that asks for more time gets it, up to an hour", () => {
  expect(nextWaitMs({ attempt: 1, askedMs: 60_000, chance: 0 })).toBe(60_000);
  expect(nextWaitMs({ attempt: 1, askedMs: 1000, chance: 0 })).toBe(5000);
  expect(nextWaitMs({ attempt: 1, askedMs: 1e9, chance: 0 })).toBe(3_600_000);
});
