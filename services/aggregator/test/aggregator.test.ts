import { randomUUID } from "node:crypto";
import { bucketSubject, doorbells, durables, presenceKey, type Request, streams, subjects } from "@token-sentiment/contract";
import {
  type Bus,
  consumerLoad,
  declareTopology,
  openBucket,
  readRequest,
  readRow,
  subscribeDoorbell,
  writeFact,
  writeRow,
} from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer, replica, submit } from "./fixtures.ts";

let broker: TestBroker;
let gateway: Bus;
let engine: Bus;
let aggregator: Bus;

beforeEach(async () => {
  broker = await startBroker();
  [gateway, engine, aggregator] = await Promise.all([broker.open("gateway"), broker.open("engine-security"), broker.open("aggregator")]);
});
afterEach(() => broker[Symbol.asyncDispose]());

const rowOf = async ({ job_id }: Request) => (await readRow(gateway, job_id))?.row;
const outstanding = async () => (await consumerLoad(gateway, streams.analysis, durables.requests)).outstanding;
const becomes = (read: () => Promise<unknown>, ms = 5000) => expect.poll(read, { interval: 10, timeout: ms });

test("a job whose engines have all answered is completed with their evidence, and its slot is free", async () => {
  await using _ = await replica(aggregator);
  const request = await submit(gateway);
  await answer(engine, request.job_id);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
  const row = await rowOf(request);
  expect(row).toMatchObject({ coin_symbol: "PEPE", payload: { request_id: request.request_id, executable_verdict: "LIQUIDATE_LONGS" } });
  expect(row?.status === "completed" && row.payload.evidence_chain[0]).toMatch(/^\[SECURITY\] sell reverts/);
  await becomes(outstanding, 1000).toBe(0);
});

test("evidence that was there before any aggregator is not forgotten", async () => {
  const request = await submit(gateway);
  await answer(engine, request.job_id);
  await using _ = await replica(aggregator);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
});

test("two replicas give each of a hundred jobs one final row, and no slot is held after it", async () => {
  await using _one = await replica(aggregator);
  await using _two = await replica(await broker.open("aggregator"));
  const rows = new Map<string, number>();
  using _bell = subscribeDoorbell(gateway, doorbells.jobs, (subject) => void rows.set(subject, (rows.get(subject) ?? 0) + 1));
  await gateway.nc.flush();
  const requests = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const request = await submit(gateway);
      await answer(engine, request.job_id);
      return request;
    }),
  );
  for (const request of requests) await becomes(async () => (await rowOf(request))?.status, 10_000).toBe("completed");
  await becomes(outstanding, 2000).toBe(0);
  const states = await Promise.all(requests.map(async (request) => (await readRow(gateway, request.job_id))?.revision));
  expect(new Set(states).size).toBe(100);
  for (const request of requests) {
    // One ring, or two when the job was slow enough to be told `running` first.
    expect([1, 2]).toContain(rows.get(doorbells.job(request.job_id)));
  }
});

test("a job that is still open after a quarter of a second is told to be running", async () => {
  await using _ = await replica(aggregator);
  const request = await submit(gateway);
  await becomes(() => rowOf(request)).toEqual({ job_id: request.job_id, status: "running", coin_symbol: "PEPE" });
  await answer(engine, request.job_id);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
});

test("a job does not wait for an engine that is absent", async () => {
  await using _ = await replica(aggregator, { clocks: { absentMs: 400 } });
  const request = await submit(gateway);
  await becomes(() => rowOf(request)).toEqual({ job_id: request.job_id, status: "failed", error: "the analysis engines timed out" });
  await becomes(outstanding, 1000).toBe(0);
});

test("a job waits for an engine that is present until its budget is used up", async () => {
  await using _ = await replica(aggregator, { clocks: { absentMs: 300 } });
  const presence = await openBucket(engine, "presence");
  await presence.put(presenceKey("security", "one"), { engine: "security", instance: "one", version: "test", upstreams: {} });
  const started = Date.now();
  const request = await submit(gateway, { budget_ms: 1500 });
  await becomes(async () => (await rowOf(request))?.status).toBe("failed");
  expect(Date.now() - started).toBeGreaterThanOrEqual(1400);
});

test("a missing engine makes the job degraded when another has answered", async () => {
  await using _ = await replica(aggregator, { clocks: { absentMs: 400 } });
  const request = await submit(gateway, { expects: ["security", "market"] });
  await answer(engine, request.job_id);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
  expect(await rowOf(request)).toMatchObject({ payload: { status: "degraded" } });
});

test("a request that comes past its end is failed at once", async () => {
  const request = await submit(gateway);
  await using _ = await replica(aggregator, { clock: { now: () => Date.now() + 131_000 } });
  await becomes(async () => (await rowOf(request))?.status).toBe("failed");
  await becomes(outstanding, 1000).toBe(0);
});

test("evidence that speaks for another engine than its subject is dropped", async () => {
  await using _ = await replica(aggregator, { clocks: { absentMs: 600 } });
  const request = await submit(gateway, { expects: ["security", "market"] });
  await answer(engine, request.job_id, { engine: "market" });
  await becomes(async () => (await rowOf(request))?.status).toBe("failed");
});

test("evidence that cannot be read neither stops the others nor comes back", async () => {
  const error = vi.fn();
  await using _ = await replica(aggregator, { clocks: { absentMs: 600 }, log: { info() {}, warn() {}, error } });
  const poisoned = await submit(gateway);
  await writeFact(engine, { kind: "evidence", subject: subjects.evidence("security", poisoned.job_id), value: { nonsense: randomUUID() } });
  const sound = await submit(gateway);
  await answer(engine, sound.job_id);
  await becomes(async () => (await rowOf(sound))?.status).toBe("completed");
  await becomes(async () => (await rowOf(poisoned))?.status).toBe("failed");
  expect(error.mock.calls.filter(([, message]) => message === "dropped a message")).toHaveLength(1);
});

test("rows that find no room are written when there is room again", async () => {
  const provisioner = await broker.open("provisioner");
  const settings = { replicas: 1, capacity: 64, maxBytes: 64 * 1024 * 1024 };
  const request = await submit(gateway);
  await answer(engine, request.job_id);
  await declareTopology(provisioner, { ...settings, maxBytes: 64 });
  const warn = vi.fn();
  await using _ = await replica(aggregator, { log: { info() {}, warn, error() {} } });
  await vi.waitFor(
    () =>
      expect(warn).toHaveBeenCalledWith(
        expect.objectContaining({ job_id: request.job_id }),
        expect.stringContaining("cannot write a row yet"),
      ),
    5000,
  );
  expect(await rowOf(request)).toBeUndefined();
  await declareTopology(provisioner, settings);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
});

test("a replica that stops hands its jobs to another at once", async () => {
  const first = await replica(aggregator);
  const request = await submit(gateway);
  await becomes(async () => (await rowOf(request))?.status).toBe("running");
  await first[Symbol.asyncDispose]();
  await using _ = await replica(await broker.open("aggregator"));
  await answer(engine, request.job_id);
  await becomes(async () => (await rowOf(request))?.status, 3000).toBe("completed");
});

test("what is stored at a job's key and is no row of ours is replaced, without a busy loop", async () => {
  const error = vi.fn();
  const request = await submit(gateway);
  await aggregator.js.publish(bucketSubject("jobs", request.job_id), JSON.stringify({ stream: "ANALYSIS", seq: 4 }));
  await using _ = await replica(await broker.open("aggregator", { log: { info() {}, warn() {}, error } }));
  await answer(engine, request.job_id);
  await becomes(async () => (await rowOf(request))?.status).toBe("completed");
  expect(error.mock.calls.length).toBeLessThan(20);
});

test("a row of a later release is final too, and keeps what that release has added", async () => {
  const request = await submit(gateway);
  const later = { job_id: request.job_id, status: "failed", error: "x", blame: "nobody" } as const;
  const { at: requestAt } = (await readRequest(gateway, request.job_id))!;
  await writeRow(aggregator, request.job_id, { row: later, requestAt, expectedRevision: 0 });
  await using _ = await replica(aggregator);
  await answer(engine, request.job_id);
  await becomes(outstanding, 8000).toBe(0);
  expect(await rowOf(request)).toEqual(later);
});

test("with two replicas an absent engine costs no more than with one", async () => {
  await using _one = await replica(aggregator, { clocks: { absentMs: 600 } });
  await using _two = await replica(await broker.open("aggregator"), { clocks: { absentMs: 600 } });
  const presence = await openBucket(engine, "presence");
  await presence.put(presenceKey("security", "one"), { engine: "security", instance: "one", version: "test", upstreams: {} });
  const started = Date.now();
  const requests = await Promise.all(
    Array.from({ length: 12 }, () => submit(gateway, { expects: ["security", "market"], budget_ms: 20_000 })),
  );
  await Promise.all(requests.map(({ job_id }) => answer(engine, job_id)));
  for (const request of requests) await becomes(async () => (await rowOf(request))?.status, 10_000).toBe("completed");
  expect(Date.now() - started).toBeLessThan(10_000);
});
