import { expect, test } from "vitest";
import { earlyEvidence } from "./early-evidence.ts";

const KIB = 1024;
const rung = (bytes: number) => ({ subject: "x", bytes, fact: () => undefined });

test("evidence that comes before its request waits for it, once", () => {
  const early = earlyEvidence(() => 10_000);
  const [one, two] = [rung(1), rung(2)];
  early.keep("a", one);
  early.keep("b", rung(3));
  early.keep("a", two);
  expect(early.take("a")).toEqual([one, two]);
  expect(early.take("a")).toEqual([]);
});

test("what it had no room for is said to be missing, and nothing else", () => {
  let now = 10_000;
  const early = earlyEvidence(() => now);
  const beginning = early.completeSince();
  now = 20_000;
  early.keep("oldest", rung(60 * KIB));
  for (now = 30_000; early.completeSince() === beginning; now += 10) early.keep(`job ${now}`, rung(60 * KIB));
  expect(early.take("oldest")).toEqual([]);
  expect(early.take("job 30000")).toHaveLength(1);
  expect(early.completeSince()).toBeGreaterThan(20_000);
  expect(early.completeSince()).toBeLessThan(30_000);
});

test("after a lost connection nothing stored before is taken for complete", () => {
  let now = 10_000;
  const early = earlyEvidence(() => now);
  now = 50_000;
  early.missed();
  expect(early.completeSince()).toBeGreaterThan(50_000);
});
