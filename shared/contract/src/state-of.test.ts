import { expect, test } from "vitest";
import { isFinal, type JobRow, stateOf, type StoredRow, TIMED_OUT, timing } from "@token-sentiment/contract";

const T = 1_700_000_000_000;
const job_id = "00000000-0000-8000-8000-000000000000";
const request = { at: T };
const failed: JobRow = { job_id, status: "failed", error: "x" };
const running: JobRow = { job_id, status: "running", coin_symbol: "X" };
const stored = (row: JobRow, after: number, requestAt = T): StoredRow => ({ row, at: T + after, requestAt });

test("no request is unknown, whatever the row says", () => {
  expect(stateOf(undefined, stored(failed, 1), T + 2)).toEqual({ status: "unknown" });
});

test("a request without a row is pending until 150 s, then failed for everybody", () => {
  expect(stateOf(request, undefined, T)).toEqual({ status: "pending" });
  expect(stateOf(request, undefined, T + 149_999)).toEqual({ status: "pending" });
  expect(stateOf(request, undefined, T + 150_000)).toEqual({ status: "failed", error: TIMED_OUT });
});

test("a row counts when it was stored 140 s after its request, and not a millisecond later", () => {
  expect(stateOf(request, stored(failed, 140_000), T + 140_000)).toEqual({ status: "failed", error: "x" });
  expect(stateOf(request, stored(failed, 140_001), T + 140_001)).toEqual({ status: "pending" });
  expect(stateOf(request, stored(failed, 140_001), T + 200_000)).toEqual({ status: "failed", error: TIMED_OUT });
});

test("a late row changes nothing", () => {
  for (const now of [150_000, 160_000, 3_600_000]) {
    expect(stateOf(request, stored(failed, 155_000), T + now)).toEqual(stateOf(request, undefined, T + now));
  }
});

test("a running row that nobody finishes is failed from 150 s on", () => {
  expect(stateOf(request, stored(running, 300), T + 149_999)).toEqual({ status: "running" });
  expect(stateOf(request, stored(running, 300), T + 150_000)).toEqual({ status: "failed", error: TIMED_OUT });
});

test("a row of an earlier request of the same id does not count", () => {
  expect(stateOf(request, stored(failed, 5, T - timing.retentionMs), T + 10)).toEqual({ status: "pending" });
});

test("a day after the request the job is unknown", () => {
  expect(stateOf(request, stored(failed, 5), T + timing.retentionMs - 1).status).toBe("failed");
  expect(stateOf(request, stored(failed, 5), T + timing.retentionMs).status).toBe("unknown");
});

test("a final state stays the same at any later time of the day", () => {
  const row = stored(failed, 1000);
  const states = Array.from({ length: 1000 }, (_, i) => stateOf(request, row, T + 1000 + i * 80_000));
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
  expect(states.every(isFinal)).toBe(true);
});
