import { headerNames, timing } from "@token-sentiment/contract";
import { rowOf } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { finalStateOf } from "./final-state.ts";

const job_id = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const request = { at: 1_900_000_000_000 };
const read = (value: object, after: number, headers: Record<string, string> = { [headerNames.requestTime]: String(request.at) }) =>
  rowOf({ subject: "", seq: 1, forged: false, value: { job_id, ...value }, headers, at: request.at + after });
const row = (value: object, after: number) => {
  const found = read(value, after);
  if (!found) throw new Error("not a row");
  return found;
};
const completed = { status: "completed", coin_symbol: "PEPE", payload: {} };

test("a row that counts decides what a job is for ever", () => {
  expect(finalStateOf(request, row(completed, 1000)).status).toBe("completed");
  expect(finalStateOf(request, row({ status: "failed", error: "no engine" }, 1000)).status).toBe("failed");
});

test("a row that came too late, or is of another request, leaves the job failed", () => {
  expect(finalStateOf(request, row(completed, timing.rowCountsMs + 1)).status).toBe("failed");
  expect(finalStateOf(request, { ...row(completed, 1000), requestAt: request.at - timing.retentionMs }).status).toBe("failed");
});

test("what is not a row of ours is none", () => {
  expect(read({ status: "lost" }, 0)).toBeUndefined();
  expect(read(completed, 0, {})).toBeUndefined();
});
