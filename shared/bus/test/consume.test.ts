import { randomUUID } from "node:crypto";
import { durables, streams, subjects } from "@token-sentiment/contract";
import { type Bus, consume, type ConsumeOptions, consumerLoad, DropError, HandBackError, writeFact } from "@token-sentiment/bus";
import { openNatsProxy, startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterEach, beforeEach, expect, test } from "vitest";

let broker: TestBroker;
let gateway: Bus;
let engine: Bus;

beforeEach(async () => {
  broker = await startBroker();
  [gateway, engine] = await Promise.all([broker.open("gateway"), broker.open("engine-security")]);
});
afterEach(() => broker[Symbol.asyncDispose]());

const options: ConsumeOptions = {
  stream: streams.analysis,
  durable: durables.engine("security"),
  concurrency: 4,
  beatMs: 3000,
  graceMs: 200,
};
const submit = async () => {
  const job = randomUUID();
  await writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: { job_id: job } });
  return job;
};
const outstanding = async () => (await consumerLoad(engine, options.stream, options.durable)).outstanding;
const jobOf = (subject: string) => subject.split(".").at(-1);

test("no more deliveries are taken than are worked at once, and all are worked", async () => {
  const jobs = await Promise.all(Array.from({ length: 20 }, submit));
  const done = new Set<string | undefined>();
  const most = { now: 0, ever: 0 };
  await using _ = await consume(engine, options, async ({ fact }) => {
    most.ever = Math.max(most.ever, ++most.now);
    await engine.nc.flush();
    most.now--;
    done.add(jobOf(fact.subject));
  });
  await expect.poll(() => done.size, { timeout: 10_000 }).toBe(20);
  expect(done).toEqual(new Set(jobs));
  expect(most.ever).toBeLessThanOrEqual(4);
  await expect.poll(outstanding).toBe(0);
});

test("a delivery that takes longer than ack_wait is beaten for, and delivered once", { timeout: 30_000 }, async () => {
  await submit();
  const attempts: number[] = [];
  const release = Promise.withResolvers<void>();
  await using _ = await consume(engine, { ...options, beatMs: 1000 }, async ({ attempt }) => {
    attempts.push(attempt);
    await release.promise;
  });
  await expect.poll(() => attempts.length).toBe(1);
  const { num_redelivered, config } = await engine.jsm.consumers.info(options.stream, options.durable);
  const ackWaitMs = (config.ack_wait ?? 0) / 1e6;
  const until = Date.now() + ackWaitMs + 2000;
  await expect.poll(() => Date.now() >= until || attempts.length > 1, { timeout: ackWaitMs + 4000, interval: 100 }).toBe(true);
  expect(attempts).toEqual([1]);
  expect(num_redelivered).toBe(0);
  release.resolve();
});

test("a poison message is ended for good and the next one is worked", async () => {
  const poison = await submit();
  const seen: (string | undefined)[] = [];
  await using _ = await consume(engine, options, async ({ fact }) => {
    seen.push(jobOf(fact.subject));
    if (fact.subject.endsWith(poison)) throw new DropError("cannot be read");
  });
  const sound = await submit();
  await expect.poll(() => seen).toEqual([poison, sound]);
  await expect.poll(outstanding).toBe(0);
});

test("what is handed back reaches another worker at once", async () => {
  const job = await submit();
  const first = Promise.withResolvers<void>();
  const giver = await consume(engine, options, async () => {
    first.resolve();
    await Promise.resolve();
    throw new HandBackError("shutting down");
  });
  await first.promise;
  await giver[Symbol.asyncDispose]();
  const taken = Promise.withResolvers<{ job: string | undefined; attempt: number }>();
  await using _ = await consume(await broker.open("engine-security"), options, async ({ fact, attempt }) =>
    taken.resolve({ job: jobOf(fact.subject), attempt }),
  );
  const { job: got, attempt } = await taken.promise;
  expect(got).toBe(job);
  expect(attempt).toBeGreaterThan(1);
});

test("stopping waits for a handler, and hands back one that takes too long", async () => {
  const quick = await submit();
  const stuck = await submit();
  const started = new Set<string | undefined>();
  const finish = Promise.withResolvers<void>();
  const worker = await consume(engine, options, async ({ fact }) => {
    started.add(jobOf(fact.subject));
    await (fact.subject.endsWith(quick) ? finish.promise : new Promise<never>(() => undefined));
  });
  await expect.poll(() => started).toEqual(new Set([quick, stuck]));
  const stopped = worker[Symbol.asyncDispose]();
  finish.resolve();
  await stopped;
  const again: (string | undefined)[] = [];
  await using _ = await consume(await broker.open("engine-security"), options, async ({ fact }) => void again.push(jobOf(fact.subject)));
  await expect.poll(outstanding).toBe(0);
  expect(again).toEqual([stuck]);
});

test("a kill -9 of the broker loses nothing that is held or waiting", { timeout: 40_000 }, async () => {
  const held = await submit();
  const done: (string | undefined)[] = [];
  const release = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  await using _ = await consume(engine, options, async ({ fact }) => {
    started.resolve();
    if (fact.subject.endsWith(held)) await release.promise;
    done.push(jobOf(fact.subject));
  });
  await started.promise;
  const waiting = await submit();
  await expect.poll(() => done).toContain(waiting);
  await broker.kill();
  await broker.restart();
  const later = await submit();
  await expect.poll(() => done, { timeout: 15_000 }).toContain(later);
  release.resolve();
  await expect.poll(outstanding, { timeout: 25_000 }).toBe(0);
  expect(done.filter((job) => job === held)).toHaveLength(1);
});

test("after a reconnect it holds no more than it may", { timeout: 40_000 }, async () => {
  await Promise.all(Array.from({ length: 3 }, submit));
  let holding = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  await using _ = await consume(engine, options, async () => {
    most = Math.max(most, ++holding);
    await release.promise;
    holding--;
  });
  await expect.poll(() => holding).toBe(3);
  await broker.kill();
  await broker.restart();
  await Promise.all(Array.from({ length: 12 }, submit));
  await expect.poll(() => holding, { timeout: 20_000 }).toBe(4);
  release.resolve();
  await expect.poll(outstanding, { timeout: 30_000 }).toBe(0);
  expect(most).toBeLessThanOrEqual(4);
});

test("what the broker had sent to a worker that stops is handed back, not left until ack_wait", async () => {
  await using proxy = await openNatsProxy(broker.url);
  const stopping = await broker.open("engine-security", { servers: proxy.url });
  const worker = await consume(stopping, options, () => Promise.reject(new Error("never taken")));
  const waiting = async () => (await engine.jsm.consumers.info(options.stream, options.durable)).num_waiting;
  await expect.poll(waiting).toBe(1);
  const stalled = proxy.stall();
  const job = await submit();
  await expect.poll(outstanding).toBe(1);
  const stopped = worker[Symbol.asyncDispose]();
  stalled[Symbol.dispose]();
  await stopped;
  const taken = Promise.withResolvers<string | undefined>();
  await using _ = await consume(engine, options, async ({ fact }) => taken.resolve(jobOf(fact.subject)));
  // Well before ack_wait, which is 10 s.
  expect(await Promise.race([taken.promise, new Promise((resolve) => setTimeout(resolve, 7000, "nothing"))])).toBe(job);
});
