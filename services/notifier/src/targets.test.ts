import { expect, test } from "vitest";
import { createTargets } from "./targets.ts";

const limits = { perHost: 2, perCaller: 3 };

test("one receiver is called so often at once and no more, whoever asks; others are not held up", () => {
  const targets = createTargets(limits, () => 0);
  const places = [targets.take("slow", "one"), targets.take("slow", "two")];
  expect(places.every((place) => "leave" in place)).toBe(true);
  expect(targets.take("slow", "three")).toHaveProperty("afterMs");
  expect(targets.take("quick", "three")).toHaveProperty("leave");
  for (const place of places) if ("leave" in place) place.leave();
  expect(targets.take("slow", "three")).toHaveProperty("leave");
});

test("one caller has so many at once, however many hosts it names", () => {
  const targets = createTargets(limits, () => 0);
  const taken = ["a", "b", "c", "d", "e"].map((host) => targets.take(host, "greedy"));
  expect(taken.map((place) => "leave" in place)).toEqual([true, true, true, false, false]);
  expect(targets.take("f", "modest")).toHaveProperty("leave");
});

test("those who wait come one after the other, within a minute", () => {
  let now = 0;
  const targets = createTargets(limits, () => now);
  targets.take("slow", "one");
  targets.take("slow", "two");
  const waits = () => {
    const place = targets.take("slow", "x");
    return "afterMs" in place ? place.afterMs : 0;
  };
  expect([waits(), waits(), waits()]).toEqual([500, 1000, 1500]);
  for (let n = 0; n < 500; n++) expect(waits()).toBeLessThanOrEqual(60_000);
  now = 120_000;
  expect(waits()).toBe(500);
});
