import { randomUUID } from "node:crypto";
import { ChainId, streams, subjects, SYMBOL } from "@token-sentiment/contract";
import { type Bus, readJournal, readRequest, readRow, StorageFullError, writeFact, writeRow } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let broker: TestBroker;
let gateway: Bus;
let aggregator: Bus;

beforeAll(async () => {
  broker = await startBroker();
  gateway = await broker.open("gateway");
  aggregator = await broker.open("aggregator");
});
afterAll(() => broker[Symbol.asyncDispose]());

const requestOn = (scope: ChainId | typeof SYMBOL, job: string, value: object = { job_id: job }) =>
  ({ kind: "request", subject: subjects.request(scope, job), value, oncePer: subjects.requestOf(job), retryMs: 1000 }) as const;

test("one request per job is stored when twenty race over different chains", async () => {
  const job = randomUUID();
  const scopes = [...ChainId.options, SYMBOL] as const;
  const written = await Promise.all(Array.from({ length: 20 }, (_, i) => writeFact(gateway, requestOn(scopes[i % 5]!, job, { i }))));
  const winners = written.filter((w) => w !== undefined);
  expect(winners).toHaveLength(1);
  const stored = await readRequest(gateway, job);
  expect(stored?.seq).toBe(winners[0]?.seq);
  expect(await readJournal(aggregator, job)).toHaveLength(1);
});

test("a request that was acknowledged is read back with the broker's time and its type", async () => {
  const job = randomUUID();
  const before = Date.now();
  await writeFact(gateway, requestOn("1", job));
  const stored = await readRequest(gateway, job);
  expect(stored).toMatchObject({ type: "tsa.request.v1", forged: false, subject: subjects.request("1", job) });
  expect(Number.isInteger(stored?.at)).toBe(true);
  expect(Math.abs((stored?.at ?? 0) - before)).toBeLessThan(1000);
});

test("the leader, a direct read and a delivery agree on a fact's time to the millisecond", async () => {
  const job = randomUUID();
  await writeFact(gateway, requestOn("1", job));
  const leader = await readRequest(gateway, job);
  const [direct] = await readJournal(aggregator, job);
  const consumer = await aggregator.js.consumers.get(streams.analysis, "aggregator-requests");
  let delivered: number | undefined;
  for await (const message of await consumer.fetch({ max_messages: 60, expires: 1000 })) {
    if (message.subject.endsWith(job)) delivered = Number(message.timestampNanos / 1_000_000n);
    message.ack();
  }
  expect(direct?.at).toBe(leader?.at);
  expect(delivered).toBe(leader?.at);
});

test("a job nobody submitted has no request, no journal and no row", async () => {
  const job = randomUUID();
  expect(await readRequest(gateway, job)).toBeUndefined();
  expect(await readJournal(aggregator, job)).toEqual([]);
  expect(await readRow(gateway, job)).toBeUndefined();
});

test("of two writers of a row the second is told of the conflict and nothing is overwritten", async () => {
  const job_id = randomUUID();
  const first = { row: { job_id, status: "running", coin_symbol: "X" }, requestAt: 7, expectedRevision: 0 } as const;
  const second = { ...first, row: { job_id, status: "failed", error: "late" } } as const;
  const revision = await writeRow(aggregator, job_id, first);
  expect(revision).toBeTypeOf("number");
  expect(await writeRow(aggregator, job_id, second)).toBe("conflict");
  expect(await readRow(gateway, job_id)).toMatchObject({ row: first.row, requestAt: 7, revision });
});

test("writing the very same row twice is no conflict: the first answer may have been lost", async () => {
  const job_id = randomUUID();
  const write = { row: { job_id, status: "failed", error: "x" }, requestAt: 7, expectedRevision: 0 } as const;
  const revision = await writeRow(aggregator, job_id, write);
  expect(await writeRow(aggregator, job_id, write)).toBe(revision);
});

test("a full stream refuses the request with a sentence instead of dropping an old one", async () => {
  await using small = await startBroker({ topology: { maxBytes: 8 * 1024 } });
  const bus = await small.open("gateway");
  const jobs: string[] = [];
  const fill = async () => {
    for (let i = 0; i < 100; i++) {
      const job = randomUUID();
      await writeFact(bus, requestOn("1", job, { pad: "x".repeat(500) }));
      jobs.push(job);
    }
  };
  await expect(fill()).rejects.toThrow(StorageFullError);
  expect(jobs.length).toBeGreaterThan(3);
  expect(await readRequest(bus, jobs[0]!)).toBeDefined();
});

test("reading a journal leaves no subscription behind", async () => {
  const { protocol } = aggregator.nc as unknown as { protocol: { subscriptions: { size(): number } } };
  const job = randomUUID();
  await writeFact(gateway, requestOn("1", job));
  const before = protocol.subscriptions.size();
  for (const id of [job, job, job, randomUUID()]) await readJournal(aggregator, id);
  expect(protocol.subscriptions.size()).toBe(before);
});
