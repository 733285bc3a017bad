import { readFileSync } from "node:fs";
import { JobRow, timing } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { type Held, judge, LATE_MS, neverTaken } from "./judge.ts";

const golden = new URL("../../contract/golden/job-row.completed.json", import.meta.url);
const row = JobRow.parse(JSON.parse(readFileSync(golden, "utf8")));
const jobId = row.job_id;
if (row.status !== "completed") throw new Error("the golden row is a completed one");
const asked = { jobId, requestId: row.payload.request_id, symbol: row.coin_symbol };
const AT = 1_800_000_000_000;
const NOW = AT + 200_000;
const pending = { status: "pending", body: undefined };
const end = { status: "completed", body: row };
const held = (more: Partial<Held> = {}): Held => ({
  request: { at: AT },
  row: { row, at: AT + 900, requestAt: AT, revision: 7 },
  verdicts: [7],
  ...more,
});
const said = (seen: { status: string; body: unknown }[], what: Held) => {
  const { lost, doubled, broken, stuck } = judge({ ...asked, seen }, what, NOW);
  return { lost, doubled, broken, stuck };
};
const none = { lost: [], doubled: [], broken: [], stuck: [] };

test("a job with one end, told as it is stored, breaks nothing; a witness that was away neither", () => {
  expect(said([pending, { status: "running", body: {} }, end, end], held())).toEqual(none);
  expect(said([pending, end], held({ verdicts: [] }))).toEqual(none);
  expect(judge({ ...asked, seen: [pending, end] }, held(), NOW)).toMatchObject({ ending: "completed", tookMs: 900 });
});

test("planted losses are found", () => {
  const told = [`${jobId}: accepted, and nowhere`];
  expect(said([pending, end], held({ request: undefined, row: undefined, verdicts: [] })).lost).toEqual(told);
  expect(said([pending], held({ row: undefined, verdicts: [] })).stuck).toEqual([`${jobId}: never ended`]);
  const open = judge({ ...asked, seen: [pending] }, held({ row: undefined, verdicts: [] }), AT + 1000);
  expect(open.stuck).toEqual([`${jobId}: never ended`, `${jobId}: still pending`]);
});

test("planted second verdicts are found", () => {
  expect(said([pending, end], held({ verdicts: [5, 7] })).doubled).toEqual([`${jobId}: 2 verdicts were stored`]);
  expect(said([pending, end], held({ verdicts: [5] })).doubled).toEqual([`${jobId}: its verdict was stored over`]);
  expect(said([pending, end, { status: "completed", body: { ...row, more: 1 } }], held()).doubled).toEqual([
    `${jobId}: has two ends`,
    `${jobId}: told another verdict than the stored one`,
  ]);
  expect(said([pending, { status: "failed", body: {} }], held()).doubled).toEqual([`${jobId}: told failed, is completed`]);
});

test("planted steps backward and late ends are found", () => {
  expect(said([{ status: "running", body: {} }, pending, end], held()).broken).toEqual([`${jobId}: went backward to pending`]);
  expect(said([pending, { status: "http 404", body: {} }, end], held()).broken).toEqual([`${jobId}: answered http 404`]);
  const late = AT + LATE_MS + 1;
  expect(late - AT).toBeLessThan(timing.rowCountsMs);
  expect(said([pending, end], held({ row: { row, at: late, requestAt: AT, revision: 7 } })).stuck).toEqual([
    `${jobId}: ended ${LATE_MS + 1} ms after its request`,
  ]);
});

test("a verdict that belongs to another job is found, and a submission that nobody ever took", () => {
  const mixedUp = [{ jobId: "another" }, { requestId: "another" }, { symbol: "OTHER" }];
  for (const more of mixedUp) {
    const submitted = { ...asked, ...more, seen: [pending, end] };
    expect(judge(submitted, held(), NOW).broken).toEqual([`${submitted.jobId}: its row is of another job`]);
  }
  const taken = { requestId: "a", jobId, refused: false };
  const limited = { requestId: "b", jobId: undefined, refused: true };
  expect(neverTaken([taken, limited])).toEqual([]);
  expect(neverTaken([taken, { ...limited, refused: false }])).toEqual(["b: never accepted"]);
});
