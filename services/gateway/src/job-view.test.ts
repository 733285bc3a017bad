import { timing } from "@token-sentiment/contract";
import type { Bus, Row } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { createJobReader } from "./job-view.ts";

const job_id = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
const REQUEST_AT = 1_900_000_000_000;
const row = (status: "running" | "failed", after: number): Row => ({
  row: status === "running" ? { job_id, status, coin_symbol: "PEPE" } : { job_id, status, error: "no engine" },
  at: REQUEST_AT + after,
  requestAt: REQUEST_AT,
  revision: 7,
  evidence: [3],
});
/** A broker that nobody may ask. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is asked of it fails
const nobody = new Proxy({}, { get: () => expect.fail("asked the broker") }) as Bus;
const open = (now: { at: number }) => createJobReader({ bus: nobody, clock: { now: () => now.at } });

test("a final row that was delivered answers polls without a question to the broker, for as long as its job is kept", async () => {
  const now = { at: REQUEST_AT + 2000 };
  const reader = open(now);
  reader.learn(row("failed", 1000));
  expect(await reader.read(job_id)).toMatchObject({ status: "failed", final: true, revision: 7, etag: '"7"', used: [3] });
  now.at = REQUEST_AT + timing.retentionMs;
  await expect(reader.read(job_id)).rejects.toThrow("asked the broker");
});

test("of a row that is not final, or came too late to count before the job times out, nothing is kept", async () => {
  const reader = open({ at: REQUEST_AT + timing.rowCountsMs + 2 });
  reader.learn(row("running", 1000));
  reader.learn(row("failed", timing.rowCountsMs + 1));
  await expect(reader.read(job_id)).rejects.toThrow("asked the broker");
});

test("a row that came too late says that the job timed out once that is so", async () => {
  const reader = open({ at: REQUEST_AT + timing.failedMs });
  reader.learn(row("failed", timing.rowCountsMs + 1));
  expect(await reader.read(job_id)).toMatchObject({ status: "failed", etag: '"timed-out"', changedAt: REQUEST_AT + timing.failedMs });
});
