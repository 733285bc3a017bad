import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Signal } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { engines, honeypot } from "./engines.ts";
import { openStream } from "./event-stream.ts";
import { completed, startGateway, subscriptions, type TestGateway, waitersIn } from "./gateway.ts";
import { heapMiB } from "./heap.ts";

const JOBS = 20;
const OF_EACH_WAY = 300;

let gateway: TestGateway;
beforeAll(async () => {
  // The clients share its event loop: their delay is not its own.
  gateway = await startGateway({ http: { loopDelayMs: 60_000 } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const waiters = async () => waitersIn(await gateway.metrics());

test("three hundred long-polls and as many streams over twenty jobs are all told the end, for two subscriptions", async () => {
  const ids: string[] = [];
  for (let n = 0; n < JOBS; n++) ids.push((await gateway.post({ coin_symbol: "PEPE" })).body.job_id);
  const before = subscriptions(gateway);
  const ofEach = Array.from({ length: OF_EACH_WAY }, (_, n) => ids[n % JOBS]!);
  const polls = ofEach.map((id) => gateway.call(`/api/agent/${id}?wait=25`));
  const streams = ofEach.map((id) => openStream(`${gateway.url}/api/agent/${id}/events`));
  await expect.poll(waiters, { timeout: 20_000 }).toEqual({ long_poll: OF_EACH_WAY, stream: OF_EACH_WAY });
  await expect.poll(() => subscriptions(gateway), { timeout: 5000 }).toBe(before + 2);

  for (const [n, id] of ids.entries()) {
    const revision = await gateway.settle({ job_id: id, status: "running", coin_symbol: "PEPE" });
    await gateway.settle(n % 2 === 0 ? completed(id, "r") : { job_id: id, status: "failed", error: "the node is down" }, revision);
  }
  const answers = await Promise.all(polls);
  const ends = await Promise.all(streams.map(async (stream) => (await (await stream).rest()).at(-1)));
  for (const [n, id] of ofEach.entries()) {
    const body = (n % JOBS) % 2 === 0 ? completed(id, "r") : { job_id: id, status: "failed", error: "the node is down" };
    expect(answers[n]).toMatchObject({ status: 200, body });
    expect(ends[n]).toMatchObject({ event: body.status, data: body });
  }
  expect(await waiters()).toEqual({ long_poll: 0, stream: 0 });
  await expect.poll(() => subscriptions(gateway), { timeout: 5000 }).toBe(before);
});

/** A job of which four engines have said 30 KiB each. */
async function muchSaidOf(of: TestGateway): Promise<string> {
  const { job_id: id } = (await of.post({ coin_symbol: "PEPE" })).body;
  const observe = engines(of);
  const signals: Signal[] = Array.from({ length: 120 }, (_, n) => ({ ...honeypot, code: `code_${n}`, text: "x".repeat(240), values: {} }));
  for (const engine of ["security", "onchain", "sybil", "market"] as const) await observe(id, engine, { signals });
  return id;
}

/** Asks for a job's stream on one connection, `times`, and reads nothing of the answers. */
function ask(of: TestGateway, id: string, times: number): Socket {
  const socket = connect(Number(new URL(of.url).port), "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write(`GET /api/agent/${id}/events HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  return socket;
}

test("a stream that waits keeps nothing of the evidence that it has told", async () => {
  const STREAMS = 100;
  const id = await muchSaidOf(gateway);
  const told = await openStream(`${gateway.url}/api/agent/${id}/events`);
  for (let n = 0; n < 5; n++) await told.next();
  const before = heapMiB();
  const sockets = Array.from({ length: STREAMS }, () => ask(gateway, id, 1));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    told.leave();
  });
  await expect.poll(waiters, { timeout: 20_000 }).toEqual({ long_poll: 0, stream: STREAMS + 1 });
  const keptKiB = () => ((heapMiB() - before) * 1024) / STREAMS;
  // A connection and its request take about 30, on both of its sides; what was told would be 120 as text and 350 as it is read.
  // Below the 5 s after which a stream looks again, and forgets what it kept until then.
  await expect.poll(keptKiB, { timeout: 4000, interval: 200 }).toBeLessThan(80);
  expect(await waiters()).toEqual({ long_poll: 0, stream: STREAMS + 1 });
});

test("a client that asks for many streams and reads none is cut off, and costs no more than their bytes until then", async () => {
  await using hasty = await startGateway({ http: { stalledMs: 1000, loopDelayMs: 60_000 } });
  const id = await muchSaidOf(hasty);
  await hasty.settle({ job_id: id, status: "failed", error: "the node is down" });
  const STREAMS = 300;
  const streamMiB = (await (await fetch(`${hasty.url}/api/agent/${id}/events`)).text()).length / 2 ** 20;
  const others = await hasty.connections();
  const before = heapMiB();
  const socket = ask(hasty, id, STREAMS);
  await once(socket, "connect");
  let most = 0;
  const connections = async () => {
    most = Math.max(most, heapMiB() - before);
    return await hasty.connections();
  };
  await expect.poll(connections, { timeout: 20_000, interval: 20 }).toBe(others + 1);
  await expect.poll(connections, { timeout: 20_000, interval: 50 }).toBe(others);
  socket.destroy();
  expect(streamMiB * STREAMS).toBeGreaterThan(16);
  expect(most).toBeLessThan(1.5 * streamMiB * STREAMS);
});
