import { expect, test } from "vitest";
import { countedEntries, isEntryOf, QUOTA_WINDOW_MS, standingOf } from "./quota-entries.ts";

const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const NOW = 1_900_000_000_000;
const HOUR = 3_600_000;

test("a call counts for exactly 7 days", () => {
  const entries = [NOW - QUOTA_WINDOW_MS, NOW - QUOTA_WINDOW_MS + 1].map((at) => ({ job_id: JOB, at }));
  expect(countedEntries(entries, NOW)).toEqual([entries[1]]);
});

test("a value that is not ours counts nothing", () => {
  for (const value of [undefined, null, {}, "x", [{ job_id: "no", at: 1 }]]) expect(countedEntries(value, NOW)).toEqual([]);
});

test("the next call comes back when the oldest is 7 days old", () => {
  const used = (...ages: number[]) => ages.map((age) => ({ job_id: JOB, at: NOW - age }));
  expect(standingOf([], 2)).toEqual({ limit: 2, remaining: 2 });
  expect(standingOf(used(5), 2)).toEqual({ limit: 2, remaining: 1, nextAt: NOW - 5 + QUOTA_WINDOW_MS });
  expect(standingOf(used(9, 5), 2)).toEqual({ limit: 2, remaining: 0, nextAt: NOW - 9 + QUOTA_WINDOW_MS });
  expect(standingOf(used(9, 5, 3), 2)).toEqual({ limit: 2, remaining: 0, nextAt: NOW - 5 + QUOTA_WINDOW_MS });
});

test("the same id a day later is another call", () => {
  const entry = { job_id: JOB, at: NOW };
  expect(isEntryOf(entry, JOB, NOW + 3000)).toBe(true);
  expect(isEntryOf(entry, JOB, NOW + 24 * HOUR)).toBe(false);
  expect(isEntryOf({ ...entry, at: NOW + 24 * HOUR }, JOB, NOW)).toBe(false);
});
