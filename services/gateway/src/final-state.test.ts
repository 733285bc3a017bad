import { headerNames, timing } from "@token-sentiment/contract";
import { DropError } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { finalStateOf, rowOf } from "./final-state.ts";

const job_id = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const request = { at: 1_900_000_000_000 };
const row = (value: object, after: number) =>
  rowOf({ value: { job_id, ...value }, headers: { [headerNames.requestTime]: String(request.at) }, at: request.at + after });
const completed = { status: "completed", coin_symbol: "PEPE", payload: {} };

test("a row that counts decides what a job is for ever", () => {
  expect(finalStateOf(request, row(completed, 1000)).status).toBe("completed");
  expect(finalStateOf(request, row({ status: "failed", error: "no engine" }, 1000)).status).toBe("failed");
});

test("a row that came too late, or is of another request, leaves the job failed", () => {
  expect(finalStateOf(request, row(completed, timing.rowCountsMs + 1)).status).toBe("failed");
  expect(finalStateOf(request, { ...row(completed, 1000), requestAt: request.at - timing.retentionMs }).status).toBe("failed");
});

test("what is not a row of ours is dropped", () => {
  expect(() => row({ status: "lost" }, 0)).toThrow(DropError);
  expect(() => rowOf({ value: { job_id, ...completed }, headers: {}, at: 0 })).toThrow(DropError);
});
