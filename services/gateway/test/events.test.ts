import { randomUUID } from "node:crypto";
import { parseFact } from "@token-sentiment/contract";
import { readRequest, writeRow } from "@token-sentiment/bus";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createJobReader } from "../src/job-view.ts";
import { readJobJournal } from "../src/journal.ts";
import { jobEvents } from "../src/job-events.ts";
import { createBells } from "../src/bells.ts";
import { createMetrics } from "@token-sentiment/runtime";
import { engines, honeypot } from "./engines.ts";
import { openStream } from "./event-stream.ts";
import { completed, startGateway, subscriptions, type TestGateway, waitersIn } from "./gateway.ts";

let gateway: TestGateway;
let observe: ReturnType<typeof engines>;
beforeAll(async () => {
  gateway = await startGateway();
  observe = engines(gateway);
});
afterAll(() => gateway[Symbol.asyncDispose]());

const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";

async function submitted(to = gateway): Promise<{ id: string; seq: number }> {
  const { body } = await to.post({ coin_symbol: "PEPE", contract_address: PEPE });
  const request = (await readRequest(to.gateway, body.job_id))!;
  return { id: body.job_id, seq: request.seq };
}

const open = (id: string, lastEventId?: string, from = gateway) => openStream(`${from.url}/api/agent/${id}/events`, lastEventId);

/** Writes the row of a job that was folded from `evidence`. */
async function finish(id: string, evidence: number[], expectedRevision = 0) {
  const request = (await readRequest(gateway.gateway, id))!;
  const row = completed(id, parseFact("request", request).request_id);
  await writeRow(gateway.aggregator, id, { row, requestAt: request.at, expectedRevision, model: "m", evidence });
  return row;
}

describe("GET /api/agent/{job_id}/events", () => {
  test("tells the states and the evidence as they come, and ends with the job", async () => {
    const { id, seq } = await submitted();
    const stream = await open(id);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("cache-control")).toBe("no-store");
    expect(await stream.next()).toEqual({ event: "status", id: seq, data: { job_id: id, status: "pending", coin_symbol: "PEPE" } });
    const revision = await gateway.settle({ job_id: id, status: "running", coin_symbol: "PEPE" });
    expect(await stream.next()).toEqual({ event: "status", id: seq, data: { job_id: id, status: "running", coin_symbol: "PEPE" } });
    const first = await observe(id, "security", { signals: [honeypot] });
    const lines = [{ label: "SECURITY", text: "sell reverts while buy succeeds" }];
    expect(await stream.next()).toEqual({
      event: "evidence",
      id: first,
      data: { engine: "security", outcome: "observed", signals: 1, lines },
    });
    const second = await observe(id, "market", { outcome: "unavailable", reason: "node down" });
    expect(await stream.next()).toEqual({
      event: "evidence",
      id: second,
      data: { engine: "market", outcome: "unavailable", reason: "node down", signals: 0, lines: [] },
    });
    const row = await finish(id, [first, second], revision);
    expect(await stream.next()).toEqual({ event: "completed", id: second, data: row });
    expect(await stream.next()).toBeUndefined();
  });

  test("resumes after the last event a client has, and sends the end again", async () => {
    const { id, seq } = await submitted();
    const first = await observe(id, "security");
    const second = await observe(id, "market");
    const open1 = await open(id, String(first));
    expect(await open1.next()).toMatchObject({ event: "status", id: first });
    expect(await open1.next()).toMatchObject({ event: "evidence", id: second });
    await finish(id, [first, second]);
    expect(await open1.rest()).toMatchObject([{ event: "completed", id: second }]);
    expect(await (await open(id, String(second))).rest()).toMatchObject([{ event: "completed", id: second }]);
    const all = await (await open(id)).rest();
    expect(all.map(({ event, id: eventId }) => [event, eventId])).toEqual([
      ["evidence", first],
      ["evidence", second],
      ["completed", second],
    ]);
    for (const odd of ["", "x", "-1", "1e9", "9".repeat(40)]) expect(await (await open(id, odd)).rest()).toEqual(all);
    expect(seq).toBeLessThan(first);
  });

  test("shows of a finished job only what it was folded from", async () => {
    const { id } = await submitted();
    const used = await observe(id, "security");
    await finish(id, [used]);
    await observe(id, "market");
    expect((await (await open(id)).rest()).map(({ event, id: eventId }) => [event, eventId])).toEqual([
      ["evidence", used],
      ["completed", used],
    ]);
  });

  test("tells a failed job", async () => {
    const { id, seq } = await submitted();
    const stream = await open(id);
    await stream.next();
    await gateway.settle({ job_id: id, status: "failed", error: "the node is down" });
    expect(await stream.rest()).toEqual([{ event: "failed", id: seq, data: { job_id: id, status: "failed", error: "the node is down" } }]);
  });

  test("wakes everybody who listens, and leaves nothing behind when they go", async () => {
    const { id } = await submitted();
    const before = subscriptions(gateway);
    const streams = await Promise.all(Array.from({ length: 50 }, () => open(id)));
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: "status" });
    const waiting = async () => waitersIn(await gateway.metrics())["stream"];
    // Two doorbells, however many listen; reading a journal takes a subscription for a moment.
    await expect.poll(() => subscriptions(gateway), { timeout: 5000 }).toBe(before + 2);
    expect(await waiting()).toBe(50);
    for (const stream of streams.slice(0, 25)) stream.leave();
    await expect.poll(waiting, { timeout: 5000 }).toBe(25);
    const used = await observe(id, "security");
    await finish(id, [used]);
    for (const stream of streams.slice(25)) expect((await stream.rest()).at(-1)).toMatchObject({ event: "completed" });
    await expect.poll(() => subscriptions(gateway), { timeout: 5000 }).toBe(before);
  });

  test("answers an unknown job with 404 as JSON, and takes no other method", async () => {
    for (const id of [randomUUID(), "*", "%3E"]) {
      expect(await gateway.call(`/api/agent/${id}/events`)).toMatchObject({ status: 404, body: { code: "job_not_found" } });
    }
    const { status, headers } = await gateway.call(`/api/agent/${randomUUID()}/events`, { method: "HEAD" });
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  });

  test("ends at once when the service drains", async () => {
    await using draining = await startGateway();
    const { id } = await submitted(draining);
    const stream = await open(id, undefined, draining);
    await stream.next();
    draining.drain();
    expect(await stream.rest()).toEqual([]);
    expect(await draining.call(`/api/agent/${id}/events`)).toMatchObject({ status: 503, body: { status: "degraded" } });
  });
});

describe("a stream", () => {
  const clock = { now: () => Date.now() };
  const journals = (job: string) => readJobJournal(gateway.gateway, job);
  let bells: ReturnType<typeof createBells>;
  beforeAll(() => void (bells = createBells(gateway.gateway, createMetrics())));
  const streamOf = (id: string, options: { until: AbortSignal; heartbeatMs?: number; now?: () => number }) => {
    const own = { now: options.now ?? clock.now };
    const reader = createJobReader({ bus: gateway.gateway, clock: own });
    return jobEvents(id, { journals, bells, reader, clock: own, after: 0, ...options });
  };

  test("beats while nothing happens, and reads nothing for it", async () => {
    const { id } = await submitted();
    const left = new AbortController();
    let reads = 0;
    const reader = createJobReader({ bus: gateway.gateway, clock });
    const counted = { read: (job: string) => (reads++, reader.read(job)) };
    const stream = jobEvents(id, { journals, bells, reader: counted, clock, after: 0, until: left.signal, heartbeatMs: 20 });
    expect((await stream.next()).value).toBe("retry: 2000\n\n");
    expect((await stream.next()).value).toMatch(/^event: status\n/);
    for (let n = 0; n < 5; n++) expect((await stream.next()).value).toBe(": heartbeat\n\n");
    expect(reads).toBe(1);
    left.abort();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test("of a job that nobody finishes ends with its time-out, without a ring", async () => {
    const { id, seq } = await submitted();
    const start = performance.now();
    const at = (await readRequest(gateway.gateway, id))!.at;
    const stream = streamOf(id, { until: new AbortController().signal, now: () => at + 149_800 + (performance.now() - start) });
    const events: string[] = [];
    for await (const event of stream) events.push(event);
    expect(events.at(-1)).toContain(`event: failed\nid: ${seq}\n`);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test("outlives the broker: it beats on, and tells the end when the broker is back", async () => {
    await using dying = await startGateway();
    const { id } = await submitted(dying);
    const stream = await open(id, undefined, dying);
    await stream.next();
    await dying.broker.kill();
    await dying.broker.restart();
    // What is asked as a connection comes back may be lost, and is asked again.
    const settled = () => dying.settle({ job_id: id, status: "failed", error: "the node is down" }).catch(() => 0);
    await expect.poll(settled, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await stream.rest()).toMatchObject([{ event: "failed" }]);
  });
});
