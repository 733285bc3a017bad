import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { bucketStream, bucketSubject, historySubjects, streams, subjects, usageSubjects } from "@token-sentiment/contract";
import { headers } from "@nats-io/transport-node";
import {
  appendHistory,
  appendUsage,
  type Bus,
  consume,
  ForbiddenError,
  openApiKeys,
  openBucket,
  readRow,
  renderPermissions,
  writeFact,
  writeRow,
} from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let broker: TestBroker;
let engine: Bus;
let gateway: Bus;
let aggregator: Bus;
let operator: Bus;

beforeAll(async () => {
  broker = await startBroker();
  [engine, gateway, aggregator, operator] = await Promise.all([
    broker.open("engine-security"),
    broker.open("gateway"),
    broker.open("aggregator"),
    broker.open("operator"),
  ]);
});
afterAll(() => broker[Symbol.asyncDispose]());

/** What the whole broker holds at a subject, seen by those who may read it. */
const atFact = async (job: string) => {
  const facts: string[] = [];
  for await (const message of await aggregator.jsm.direct
    .getLastMessagesFor(streams.analysis, { multi_last: [subjects.journalOf(job)] })
    .catch(() => [])) {
    facts.push(message.subject);
  }
  return facts;
};
const failedRow = (job_id: string) => ({ row: { job_id, status: "failed", error: "forged" }, requestAt: 1, expectedRevision: 0 }) as const;

test("an engine cannot write a row, a request, a token or another engine's evidence by their subjects", async () => {
  const job = randomUUID();
  const fact = (kind: "request" | "token" | "evidence", subject: string) => writeFact(engine, { kind, subject, value: {}, retryMs: 500 });
  await expect(writeRow(engine, job, failedRow(job))).rejects.toThrow(ForbiddenError);
  await expect(fact("request", subjects.request("1", job))).rejects.toThrow(ForbiddenError);
  await expect(fact("token", subjects.token("1", job))).rejects.toThrow(ForbiddenError);
  await expect(fact("evidence", subjects.evidence("market", job))).rejects.toThrow(ForbiddenError);
  expect(await readRow(gateway, job)).toBeUndefined();
  expect(await atFact(job)).toEqual([]);
});

test("an engine cannot have the broker write them as a reply", async () => {
  const job = randomUUID();
  const cache = await openBucket(engine, "cache");
  await cache.put("security.forgery", { job_id: job, status: "failed", error: "forged" });
  const targets = [bucketSubject("jobs", job), subjects.evidence("market", job), subjects.request("1", job)];
  for (const reply of targets) {
    engine.nc.publish(`tsa.DIRECT.GET.${bucketStream("cache")}.${bucketSubject("cache", "security.forgery")}`, "", { reply });
    engine.nc.publish(`tsa.${bucketSubject("budget", "security.forgery")}`, "1", { reply });
    engine.nc.publish(subjects.evidence("security", randomUUID()), "{}", { reply });
    engine.nc.publish(`tsa.CONSUMER.MSG.NEXT.${streams.analysis}.engine-security`, JSON.stringify({ batch: 1, no_wait: true }), { reply });
  }
  await engine.nc.flush();
  // The broker works one connection's publishes in order, so once this one is answered the forgeries have had their effect, if any.
  await cache.put("security.after", 1);
  await gateway.nc.flush();
  expect(await readRow(gateway, job)).toBeUndefined();
  expect(await atFact(job)).toEqual([]);
});

/** Stores `value` in a stream that the gateway may read directly, and has the broker copy it to `target` as the reply. */
async function forge(target: string, value: object): Promise<void> {
  const token = randomUUID();
  await appendHistory(gateway, { chain: "1", token }, { id: token, value });
  const wanted = JSON.stringify({ last_by_subj: historySubjects.of("1", token) });
  gateway.nc.publish(`$JS.API.DIRECT.GET.${streams.history}`, wanted, { reply: target });
  await gateway.nc.flush();
}

test("the same forgery works inside one account, so this test can fail", async () => {
  const job = randomUUID();
  await forge(subjects.evidence("market", job), { job_id: job });
  await expect.poll(() => atFact(job)).toEqual([subjects.evidence("market", job)]);
});

test("what was forged by a reply is refused by whoever reads it", async () => {
  const job = randomUUID();
  await forge(bucketSubject("jobs", job), { job_id: job, status: "failed", error: "forged" });
  const stored = () => gateway.jsm.streams.getMessage(bucketStream("jobs"), { last_by_subj: bucketSubject("jobs", job) });
  await expect.poll(async () => (await stored())?.subject).toBe(bucketSubject("jobs", job));
  expect(await readRow(gateway, job)).toBeUndefined();
});

test("a key forged by a reply opens nothing, and is not listed", async () => {
  const keys = await openApiKeys(operator);
  const hash = createHash("sha256").update("forged").digest("hex");
  await forge(bucketSubject("keys", hash), { id: "forged", created_at: 1 });
  const stored = () => operator.jsm.streams.getMessage(bucketStream("keys"), { last_by_subj: bucketSubject("keys", hash) });
  await expect.poll(async () => (await stored())?.subject).toBe(bucketSubject("keys", hash));
  expect(await (await openApiKeys(gateway)).find("forged")).toBeUndefined();
  expect((await keys.list()).map(({ id }) => id)).not.toContain("forged");
});

test("a rollup header wipes nothing", async () => {
  const presence = await openBucket(engine, "presence");
  await presence.put("security.one", 1);
  await presence.put("security.two", 1);
  const rollup = headers();
  rollup.set("Nats-Rollup", "all");
  await expect(engine.js.publish(`tsa.${bucketSubject("presence", "security.one")}`, "x", { headers: rollup })).rejects.toThrow(/rollup/i);
  expect((await (await openBucket(aggregator, "presence")).list("security")).map(({ key }) => key)).toEqual([
    "security.one",
    "security.two",
  ]);
  const evidence = subjects.evidence("security", randomUUID());
  await expect(engine.js.publish(evidence, "x", { headers: rollup })).rejects.toThrow(/rollup/i);
});

test("an engine sees nothing but its own work", async () => {
  const cache = await openBucket(engine, "cache");
  await expect(cache.get("market.x")).rejects.toThrow(ForbiddenError);
  await expect(cache.put("market.x", 1)).rejects.toThrow(ForbiddenError);
  await expect(engine.jsm.streams.info(streams.analysis)).rejects.toThrow();
  await expect(engine.jsm.consumers.info(streams.analysis, "aggregator-requests")).rejects.toThrow();
  const heard: string[] = [];
  for (const subject of ["analysis.>", "$KV.>", "stored.>", "_INBOX_gateway.>"]) {
    engine.nc.subscribe(subject, { callback: (error, message) => void (error ?? heard.push(message.subject)) });
  }
  await engine.nc.flush();
  const job = randomUUID();
  await writeFact(gateway, { kind: "request", subject: subjects.request("8453", job), value: {} });
  await engine.nc.flush();
  expect(heard).toEqual([]);
});

test("an engine cannot acknowledge another's delivery", async () => {
  const job = randomUUID();
  const held = Promise.withResolvers<string>();
  const release = Promise.withResolvers<void>();
  const options = { stream: streams.analysis, durable: "aggregator-requests", concurrency: 100, beatMs: 5000, graceMs: 100 };
  await using _ = await consume(aggregator, options, async ({ fact }) => {
    if (fact.subject.endsWith(job)) held.resolve(fact.subject);
    await release.promise;
  });
  await writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: {} });
  await held.promise;
  const before = await aggregator.jsm.consumers.info(streams.analysis, "aggregator-requests");
  const { stream_seq, consumer_seq } = before.delivered;
  engine.nc.publish(`$JS.ACK.${streams.analysis}.aggregator-requests.1.${stream_seq}.${consumer_seq}.1.0`, "+ACK");
  await engine.nc.flush();
  const after = await aggregator.jsm.consumers.info(streams.analysis, "aggregator-requests");
  expect(after.num_ack_pending).toBe(before.num_ack_pending);
  release.resolve();
});

test("each platform role is kept to its own writes", async () => {
  const job = randomUUID();
  await expect(writeRow(gateway, job, failedRow(job))).rejects.toThrow(ForbiddenError);
  await expect(writeFact(aggregator, { kind: "request", subject: subjects.request("1", job), value: {}, retryMs: 500 })).rejects.toThrow(
    ForbiddenError,
  );
  await expect(writeFact(operator, { kind: "request", subject: subjects.request("1", job), value: {}, retryMs: 500 })).rejects.toThrow(
    ForbiddenError,
  );
});

test("the operator writes keys and nothing else; nobody else writes keys", async () => {
  const key = { id: "mine", created_at: 1 };
  for (const role of [gateway, aggregator]) await expect((await openApiKeys(role)).add("secret", key)).rejects.toThrow(ForbiddenError);
  await expect((await openBucket(engine, "keys")).put("me", key)).rejects.toThrow(ForbiddenError);
  const operators = await openApiKeys(operator);
  expect(await operators.add("secret", key)).toBe(true);

  const job = randomUUID();
  const call = { key: "mine", day: "2026-01-01", outcome: "completed" } as const;
  await expect(writeRow(operator, job, failedRow(job))).rejects.toThrow(ForbiddenError);
  await expect(appendUsage(operator, call, { job_id: job, accepted_at: 1, settled_at: 2 })).rejects.toThrow(ForbiddenError);
  await expect(appendHistory(operator, { chain: "1", token: job }, { id: job, value: {} })).rejects.toThrow(ForbiddenError);
  for (const bucket of ["quota", "cache", "presence", "budget"] as const)
    await expect((await openBucket(operator, bucket)).put("x", 1)).rejects.toThrow(ForbiddenError);
  await expect(operator.jsm.streams.purge(bucketStream("keys"))).rejects.toThrow(/permission/i);
  await expect(operator.jsm.streams.delete(bucketStream("keys"))).rejects.toThrow(/permission/i);
  await expect(aggregator.js.publish(usageSubjects.of("mine", "2026-01-01", "completed"), "{}")).rejects.toThrow();
});

test("deploy/nats/permissions.conf is what the roster says; `npm run permissions` writes it", () => {
  expect(readFileSync(new URL("../../../deploy/nats/permissions.conf", import.meta.url), "utf8")).toBe(renderPermissions());
});
