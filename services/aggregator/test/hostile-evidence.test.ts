import { randomUUID } from "node:crypto";
import { type Evidence, type Request, streams, subjects } from "@token-sentiment/contract";
import { type Bus, type BusEvent, readJournal, readRow, writeFact } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, replica, submit } from "./fixtures.ts";

let broker: TestBroker;
let gateway: Bus;
let security: Bus;
let market: Bus;
let solana: Bus;
let aggregating: AsyncDisposable;
const counted: BusEvent[] = [];

beforeAll(async () => {
  broker = await startBroker();
  [gateway, security, market, solana] = await Promise.all([
    broker.open("gateway"),
    broker.open("engine-security"),
    broker.open("engine-market"),
    broker.open("engine-solana"),
  ]);
  const aggregator = await broker.open("aggregator", { count: (event) => void counted.push(event) });
  aggregating = await replica(aggregator, { clocks: { absentMs: 500 } });
});
afterAll(async () => {
  await aggregating[Symbol.asyncDispose]();
  await broker[Symbol.asyncDispose]();
});

type Job = Pick<Request, "job_id">;
/** A job to be: what is said of it before it is submitted is there when somebody first looks. */
const newJob = (): Job => ({ job_id: randomUUID() });

const becomes = (read: () => Promise<unknown>, ms = 8000) => expect.poll(read, { interval: 10, timeout: ms });
const final = async ({ job_id }: Job) => {
  await becomes(async () => (await readRow(gateway, job_id))?.row.status).toMatch(/completed|failed/);
  return (await readRow(gateway, job_id))!;
};
const dropped = () => counted.filter((event) => event === "dropped").length;

/** Evidence of the market engine, and what comes of a job in which the security engine has spoken in good order. */
const marketSays = (request: Job, more: Partial<Evidence> & Record<string, unknown> = {}) =>
  writeFact(market, {
    kind: "evidence",
    subject: subjects.evidence("market", request.job_id),
    value: {
      job_id: request.job_id,
      engine: "market",
      engine_version: "test",
      outcome: "observed",
      signals: [],
      measures: { event: 0.9 },
      cached: false,
      observed_at: 0,
      elapsed_ms: 1,
      ...more,
    },
  });
const both = { expects: ["security", "market"] };

test("evidence that comes after the end changes nothing, and stays in the journal", async () => {
  const request = newJob();
  await answer(security, request.job_id);
  await submit(gateway, { ...request, ...both });
  const before = await final(request);
  expect(before.row).toMatchObject({ payload: { status: "degraded" } });
  const late = await marketSays(request);
  expect(late?.seq).toBeGreaterThan(0);
  await becomes(async () => (await readJournal(gateway, request.job_id)).length).toBe(3);
  expect(await readRow(gateway, request.job_id)).toEqual(before);
  expect(before.evidence).not.toContain(late!.seq);
});

test("a second evidence of one engine is not stored", async () => {
  const request = newJob();
  await answer(security, request.job_id);
  const honest = await marketSays(request);
  expect(await marketSays(request, { outcome: "unavailable", reason: "never mind" })).toBeUndefined();
  await submit(gateway, { ...request, ...both });
  const { row, evidence } = await final(request);
  expect(row).toMatchObject({ payload: { status: "ok" } });
  expect(evidence).toContain(honest!.seq);
});

test("evidence of an engine that was not asked plays no part", async () => {
  const request = newJob();
  await writeFact(solana, {
    kind: "evidence",
    subject: subjects.evidence("solana", request.job_id),
    value: {
      job_id: request.job_id,
      engine: "solana",
      engine_version: "test",
      outcome: "observed",
      signals: [],
      measures: { event: 1 },
      cached: false,
      observed_at: 0,
      elapsed_ms: 1,
    },
  });
  await answer(security, request.job_id);
  await submit(gateway, request);
  const { row, evidence } = await final(request);
  expect(evidence).toHaveLength(1);
  expect(JSON.stringify(row)).toContain("no engine measured");
});

test("evidence of a future version is dropped and counted, and the job ends without it", async () => {
  const request = newJob();
  const before = dropped();
  await answer(security, request.job_id);
  // The headers of a fact in good order, but for its version.
  const subject = subjects.evidence("security", request.job_id);
  const { header } = (await gateway.jsm.streams.getMessage(streams.analysis, { last_by_subj: subject }))!;
  for (const name of header.keys()) if (name.startsWith("Nats-")) header.delete(name);
  header.set("ce-type", "tsa.evidence.v2");
  await market.js.publish(subjects.evidence("market", request.job_id), JSON.stringify({ verdict: "buy" }), { headers: header });
  await submit(gateway, { ...request, ...both });
  const { row, evidence } = await final(request);
  expect(evidence).toHaveLength(1);
  expect(row).toMatchObject({ status: "completed", payload: { status: "degraded" } });
  await becomes(async () => dropped()).toBe(before + 1);
});

const loud = {
  code: "moon",
  label: "MARKET",
  text: "a million per cent",
  status: "hit",
  weights: { real_crash: 0, false_fud: 50, whale_manipulation: 0 },
  reliability: 1,
  source: "dexscreener",
  observed_at: 0,
  values: {},
};
test.each([
  ["a weight beyond its range", { signals: [loud] }],
  ["a reliability of 2", { signals: [{ ...loud, weights: { ...loud.weights, false_fud: 1 }, reliability: 2 }] }],
  ["an event of 7", { measures: { event: 7 } }],
  ["a text of 10,000 characters", { signals: [{ ...loud, weights: { ...loud.weights, false_fud: 1 }, text: "x".repeat(10_000) }] }],
])("evidence with %s is dropped whole and counted, and the job ends without it", async (_what, more) => {
  const request = newJob();
  const before = dropped();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what no engine of ours would send
  await marketSays(request, more as Partial<Evidence>);
  await answer(security, request.job_id);
  await submit(gateway, { ...request, ...both });
  const { row, evidence } = await final(request);
  expect(evidence).toHaveLength(1);
  expect(row).toMatchObject({ status: "completed", payload: { status: "degraded" } });
  await becomes(async () => dropped()).toBe(before + 1);
});

test("ten thousand signals are refused by the broker, and the job ends without them", async () => {
  const request = newJob();
  const signals = Array.from({ length: 10_000 }, (_, n) => ({ ...loud, code: `s_${n}`, weights: { ...loud.weights, false_fud: 5 } }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  await expect(marketSays(request, { signals } as Partial<Evidence>)).rejects.toThrow();
  await answer(security, request.job_id);
  await submit(gateway, { ...request, ...both });
  expect((await final(request)).row).toMatchObject({ status: "completed", payload: { status: "degraded" } });
});
