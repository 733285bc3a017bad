import { randomUUID } from "node:crypto";
import { askWebhookAgain, type Bus, ForbiddenError, queueWebhook, readAttempts } from "@token-sentiment/bus";
import { streams, subjects, webhookSubjects } from "@token-sentiment/contract";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { waitsMs } from "../src/schedule.ts";
import { hurry, queue, quickClock, secret, startTestNotifier, unended, whsec } from "./notifier.ts";
import { startNotifierProcess } from "./notifier-process.ts";
import { startReceiver } from "./receiver.ts";

const within = { timeout: 40_000, interval: 20 };
let broker: TestBroker;
let gateway: Bus;
let operator: Bus;
beforeAll(async () => {
  broker = await startBroker();
  [gateway, operator] = await Promise.all([broker.open("gateway"), broker.open("operator")]);
});
afterAll(() => broker[Symbol.asyncDispose]());
beforeEach(() => expect.poll(() => unended(operator), within).toBe(0));

const outcomes = async (job: string) => (await readAttempts(gateway, job)).map(({ outcome }) => outcome);

test("a job's end is told once, and a receiver verifies it with standardwebhooks as it is", async () => {
  await using receiver = await startReceiver();
  await using notifier = await startTestNotifier(broker);
  const due = await queue(gateway, `${receiver.url}?order=7`);
  await queueWebhook(gateway, due);
  await expect.poll(() => outcomes(due.job_id), within).toEqual(["delivered"]);
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(receiver.ids()).toEqual([due.id]);
  const [{ body, headers, path }] = receiver.calls as [(typeof receiver.calls)[0]];
  expect(path).toBe("/hook?order=7");
  const told = { type: "analysis.failed", timestamp: "2027-01-15T08:00:00.000Z", data: due.data };
  expect(new Webhook(whsec(due)).verify(body, headers)).toEqual(told);
  expect(() => new Webhook(whsec({ target: secret.seal(receiver.url, "key:other") })).verify(body, headers)).toThrow(
    "No matching signature",
  );
  expect(() => new Webhook(whsec(due)).verify(body.replace("failed", "completed"), headers)).toThrow("No matching signature");
  expect(await notifier.metrics()).toContain('tsa_notifier_attempts_total{outcome="delivered"} 1');
});

test("a receiver that never takes it is called for a day, never before its time, each time the same message, and then no more", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end("a stack of the stranger's"));
  const clock = quickClock(30_000);
  await using notifier = await startTestNotifier(broker, clock);
  const due = await queue(gateway, receiver.url);
  await expect.poll(() => notifier.metrics(), within).toContain('tsa_notifier_webhooks_ended_total{end="given_up"} 1');
  const attempts = await readAttempts(gateway, due.job_id);
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual(Array.from({ length: 8 }, (_, n) => [n + 1, 500]));
  for (const [n, wait] of waitsMs.entries()) {
    const [before, after] = [attempts[n]!, attempts[n + 1]!];
    expect(before.next_at! - before.at).toBeGreaterThanOrEqual(wait);
    expect(after.at).toBeGreaterThanOrEqual(before.next_at!);
  }
  expect(attempts.at(-1)).not.toHaveProperty("next_at");
  expect(new Set(receiver.ids())).toEqual(new Set([due.id]));
  expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-signature"])).size).toBe(8);
  expect(JSON.stringify(attempts)).not.toContain("stranger");
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(receiver.calls).toHaveLength(8);
});

test("a receiver that says 410 is not called again, and one that comes back is told then", async () => {
  let status = 503;
  await using gone = await startReceiver((response) => response.writeHead(410).end());
  await using back = await startReceiver((response) => response.writeHead(status).end());
  await using _notifier = await startTestNotifier(broker, quickClock(2000));
  const [one, two] = [await queue(gateway, gone.url), await queue(gateway, back.url)];
  await expect.poll(() => back.calls.length, within).toBeGreaterThan(1);
  status = 200;
  await expect.poll(async () => (await outcomes(two.job_id)).at(-1), within).toBe("delivered");
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(await outcomes(one.job_id)).toEqual(["gone"]);
  expect(gone.calls).toHaveLength(1);
});

test("a notifier killed -9 while its receiver holds the call: the next one tells it again, under the same id", async () => {
  await using own = await startBroker();
  const asker = await own.open("gateway");
  const held = Promise.withResolvers<void>();
  let answers = false;
  await using receiver = await startReceiver((response) => {
    held.resolve();
    if (answers) response.end();
  });
  await using first = await startNotifierProcess(own);
  const due = await queue(asker, receiver.url);
  await held.promise;
  await first.kill();
  answers = true;
  await hurry(own);
  await using _second = await startTestNotifier(own);
  await expect.poll(async () => (await readAttempts(asker, due.job_id)).map(({ outcome }) => outcome), within).toEqual(["delivered"]);
  expect(receiver.ids()).toEqual([due.id, due.id]);
  expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
});

test("a kill -9 of broker and notifier during a wait costs no attempt, and none is made before its time", async () => {
  await using own = await startBroker();
  let status = 500;
  await using receiver = await startReceiver((response) => response.writeHead(status).end());
  // Two and a half seconds: the broker that comes back delivers before.
  const clock = quickClock(2);
  const before = await own.open("gateway");
  await hurry(own);
  const first = await startTestNotifier(own, clock);
  const due = await queue(before, receiver.url);
  await expect.poll(() => readAttempts(before, due.job_id), within).toHaveLength(1);
  await first[Symbol.asyncDispose]();
  await own.kill();
  await own.restart();
  status = 200;
  await using _second = await startTestNotifier(own, clock);
  const after = await own.open("gateway");
  await expect.poll(async () => (await readAttempts(after, due.job_id)).at(-1)?.outcome, within).toBe("delivered");
  const [one, two, ...more] = await readAttempts(after, due.job_id);
  expect(more).toEqual([]);
  expect(two!.at).toBeGreaterThanOrEqual(one!.next_at!);
  expect([one!.attempt, two!.attempt]).toEqual([1, 2]);
});

test("one receiver that never answers does not hold up the others, and is called four times at once and no more", async () => {
  await using own = await startBroker();
  const asker = await own.open("gateway");
  let inside = 0;
  let most = 0;
  await using slow = await startReceiver((_response, _call, request) => {
    most = Math.max(most, ++inside);
    request.socket.on("close", () => inside--);
  });
  await using quick = await startReceiver();
  await using notifier = await startTestNotifier(own, { limitMs: 1500, concurrency: 8 });
  const held = await Promise.all(Array.from({ length: 30 }, () => queue(asker, slow.url)));
  await expect.poll(() => slow.calls.length, within).toBe(4);
  const told = await Promise.all(Array.from({ length: 10 }, () => queue(asker, quick.url)));
  await expect.poll(() => new Set(quick.ids()).size, within).toBe(told.length);
  await expect.poll(() => notifier.metrics(), within).toMatch(/tsa_notifier_attempts_total\{outcome="timeout"\} [5-9]/);
  expect(new Set(slow.ids()).size).toBeLessThan(held.length);
  expect(most).toBe(4);
  expect(await notifier.metrics()).toMatch(/tsa_notifier_postponed_total [1-9]/);
});

test("an operator has it told again, also after it was given up or taken, under the same id; and nobody else can", async () => {
  await using receiver = await startReceiver();
  await using _notifier = await startTestNotifier(broker);
  const due = await queue(gateway, receiver.url);
  await expect.poll(() => outcomes(due.job_id), within).toEqual(["delivered"]);
  await askWebhookAgain(operator, { job_id: due.job_id });
  await expect.poll(() => outcomes(due.job_id), within).toEqual(["delivered", "delivered"]);
  expect(receiver.ids()).toEqual([due.id, due.id]);
  for (const role of ["gateway", "aggregator", "notifier", "collector", "engine-security"] as const)
    await expect(askWebhookAgain(await broker.open(role), { job_id: due.job_id }), role).rejects.toThrow(ForbiddenError);
});

test("what another role forges is neither stored nor told", async () => {
  await using receiver = await startReceiver();
  await using notifier = await startTestNotifier(broker);
  const job_id = randomUUID();
  for (const role of ["aggregator", "operator", "notifier", "collector", "engine-security"] as const)
    await expect(queue(await broker.open(role), receiver.url, { job_id }), role).rejects.toThrow(ForbiddenError);
  for (const role of ["gateway", "aggregator", "operator", "engine-security"] as const) {
    const bus = await broker.open(role);
    await expect(bus.js.publish(webhookSubjects.log(job_id), "{}", { timeout: 1000 }), role).rejects.toThrow();
  }
  // By the reply subject of one that may read: stored, and refused by whoever reads it.
  const due = {
    id: "forged",
    job_id,
    type: "analysis.failed",
    settled_at: 1,
    caller: "key:acme",
    target: secret.seal(receiver.url, "key:acme"),
    data: {},
  };
  const aggregator = await broker.open("aggregator");
  const engine = await broker.open("engine-security");
  const subject = subjects.evidence("security", job_id);
  await engine.js.publish(subject, JSON.stringify(due));
  aggregator.nc.publish(`$JS.API.DIRECT.GET.${streams.analysis}`, JSON.stringify({ last_by_subj: subject }), {
    reply: webhookSubjects.due(job_id),
  });
  const stored = async () =>
    (await operator.jsm.streams.info(streams.webhooks, { subjects_filter: webhookSubjects.due(job_id) })).state.subjects;
  await expect.poll(stored, within).toEqual({ [webhookSubjects.due(job_id)]: 1 });
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(receiver.calls).toEqual([]);
  expect(await notifier.metrics()).not.toContain("tsa_notifier_attempts_total{");
});

test("a target that was not sealed for this caller, or may not be called, is never called", async () => {
  await using receiver = await startReceiver();
  await using notifier = await startTestNotifier(broker, { allowPrivate: false });
  await queue(gateway, receiver.url, { target: secret.seal("https://hooks.acme.com/", "key:other") });
  await queue(gateway, receiver.url, { target: Buffer.from(receiver.url).toString("base64url") });
  await queue(gateway, receiver.url);
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(receiver.calls).toEqual([]);
  expect(await notifier.metrics()).not.toContain("tsa_notifier_attempts_total{");
});

test("a name that leads inside is refused, each time anew, and the log says so without the address", async () => {
  await using notifier = await startTestNotifier(broker, { allowPrivate: false, ...quickClock(2000), resolve: async () => ["10.1.2.3"] });
  const due = await queue(gateway, "https://hooks.acme.com/in");
  await expect.poll(() => outcomes(due.job_id), within).toEqual(["refused", "refused"]);
  expect(JSON.stringify(await readAttempts(gateway, due.job_id))).not.toContain("10.1.2.3");
  expect(await notifier.metrics()).toContain('tsa_notifier_attempts_total{outcome="refused"}');
});
