import { bucketStream, streams, timing } from "@token-sentiment/contract";
import { readRequest, readRow } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { createJobReader } from "../src/job-view.ts";
import { completed, startGateway } from "./gateway.ts";

const NANOS = 1e6;

test("a request_id used again after a day is another job, also to a gateway that still has the first one's answer", async () => {
  await using gateway = await startGateway();
  const provisioner = await gateway.broker.open("provisioner");
  const keepFor = async (ms: number) => {
    const max_age = ms * NANOS;
    for (const stream of [streams.analysis, bucketStream("jobs")]) {
      const duplicate_window = Math.min(max_age, 120_000 * NANOS);
      await provisioner.jsm.streams.update(stream, { max_age, duplicate_window });
    }
  };
  const submit = () => gateway.post({ coin_symbol: "PEPE", request_id: "daily" });
  const requestAt = async (id: string) => (await readRequest(gateway.gateway, id))?.at;

  const first = (await submit()).body.job_id;
  let now = (await requestAt(first))!;
  const reader = createJobReader({ bus: gateway.gateway, clock: { now: () => now } });
  await gateway.settle({ job_id: first, status: "failed", error: "the node is down" });
  expect((await reader.read(first))?.status).toBe("failed");
  now += timing.retentionMs;
  expect(await reader.read(first)).toBeUndefined();

  // The broker forgets, as it does after a day.
  await keepFor(1000);
  await expect.poll(async () => (await requestAt(first)) ?? (await readRow(gateway.gateway, first)), { timeout: 5000 }).toBeUndefined();
  await keepFor(timing.retentionMs);
  const second = await submit();
  expect([second.status, second.body.job_id, second.headers.get("idempotent-replayed")]).toEqual([202, first, null]);
  now = (await requestAt(first))!;
  expect(await reader.read(first)).toMatchObject({ status: "pending", etag: '"pending"' });
  await gateway.settle(completed(first, "daily"));
  expect((await reader.read(first))?.status).toBe("completed");
  expect((await gateway.call(second.body.poll_url)).body.status).toBe("completed");
});

test("at the very end of its day a request is neither replayed nor started anew: the client is to ask again", async () => {
  await using gateway = await startGateway();
  const { body } = await gateway.post({ coin_symbol: "PEPE", request_id: "daily" });
  gateway.advance(timing.retentionMs - 60_000);
  expect((await gateway.post({ coin_symbol: "PEPE", request_id: "daily" })).body).toEqual(body);
  gateway.advance(60_000);
  // What it would be sent to is gone.
  expect((await gateway.call(body.poll_url)).status).toBe(404);
  const again = await gateway.post({ coin_symbol: "PEPE", request_id: "daily" });
  expect([again.status, again.headers.get("retry-after"), again.headers.get("idempotency-key")]).toEqual([503, "5", "daily"]);
});
