import { expect, test } from "vitest";
import { describeLimit, lease, untilNextWindow } from "./budget-window.ts";

const limit = { calls: 25, perMs: 60_000 };
const now = 60_000 * 100 + 15_000;

test("a new window starts with a batch of a tenth", () => {
  expect(lease(undefined, now, limit)).toEqual({ granted: 3, next: { window: 100, used: 3 } });
  expect(lease({ window: 99, used: 25 }, now, limit)).toEqual({ granted: 3, next: { window: 100, used: 3 } });
});

test("leases of one window add up to exactly the limit", () => {
  let stored = undefined as ReturnType<typeof lease>["next"] | undefined;
  let total = 0;
  for (let i = 0; i < 100; i += 1) {
    const { granted, next } = lease(stored, now, limit);
    total += granted;
    stored = next;
  }
  expect(total).toBe(25);
});

test("a window ahead of this clock is not started over", () => {
  expect(lease({ window: 101, used: 24 }, now, limit)).toEqual({ granted: 1, next: { window: 101, used: 25 } });
});

test("the wait ends with the window", () => {
  expect(untilNextWindow(now, limit)).toBe(45_000);
});

test("a limit is said in words", () => {
  expect([limit, { calls: 1, perMs: 1000 }, { calls: 5, perMs: 10 }].map(describeLimit)).toEqual([
    "25 a minute",
    "1 a second",
    "5 per 10 ms",
  ]);
});
