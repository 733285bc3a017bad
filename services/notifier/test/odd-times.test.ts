import { appendAttempt, type Bus, readAttempts, readPoison } from "@token-sentiment/bus";
import { streams } from "@token-sentiment/contract";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queue, secret, startTestNotifier, unended } from "./notifier.ts";
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

test("a clock that is set back during a call makes neither an attempt that is not counted nor one more", async () => {
  let now = 1_800_000_000_000;
  await using receiver = await startReceiver((response) => {
    now -= 60_000;
    response.writeHead(500).end();
  });
  await using _notifier = await startTestNotifier(broker, { now: () => (now += 1), brokerMs: () => 1 });
  const due = await queue(gateway, receiver.url);
  await expect.poll(() => receiver.calls.length, within).toBe(1);
  await expect.poll(() => readAttempts(gateway, due.job_id), within).toMatchObject([{ attempt: 1, elapsed_ms: 0, status: 500 }]);
  now += 10 * 60_000;
  await expect.poll(() => readAttempts(gateway, due.job_id), within).toMatchObject([{ attempt: 1 }, { attempt: 2 }]);
  expect(receiver.calls).toHaveLength(2);
  while ((await unended(operator)) > 0) now += 24 * 60 * 60_000;
  expect(receiver.calls).toHaveLength(8);
});

test("two calls that two notifiers made at once are both in the log, so that the one that was taken is not lost", async () => {
  const one = { id: "msg_x", job_id: "5c8f1a9e-3a5d-4b1c-9d2e-0f4a6b7c8d9e", order: 1, attempt: 1, elapsed_ms: 5 } as const;
  const notifier = await broker.open("notifier");
  const failed = { ...one, at: 1000, outcome: "timeout", next_at: 7000 } as const;
  for (const attempt of [failed, { ...one, at: 2000, outcome: "delivered", status: 200 } as const, failed])
    await appendAttempt(notifier, attempt);
  expect(await readAttempts(gateway, one.job_id)).toMatchObject([{ outcome: "timeout" }, { outcome: "delivered" }]);
});

test("what a release before decision 0027 wrote into its log is no order, and nobody is told that it cannot be read", async () => {
  // No role of this release may write there; an answer of the broker may.
  gateway.nc.publish(`$JS.API.STREAM.INFO.${streams.webhooks}`, "", { reply: "webhook.log.5c8f1a9e-3a5d-4b1c-9d2e-0f4a6b7c8d9e" });
  await expect.poll(() => unended(operator), within).toBe(1);
  await using _notifier = await startTestNotifier(broker);
  await expect.poll(() => unended(operator), within).toBe(0);
  await using receiver = await startReceiver();
  const due = await queue(gateway, receiver.url);
  await expect.poll(() => readAttempts(gateway, due.job_id), within).toMatchObject([{ attempt: 1, outcome: "delivered" }]);
  expect(await readPoison(operator)).toEqual([]);
});

test("a notifier that is told to stop while its receiver holds the call waits for the answer, and writes it down", async () => {
  const held = Promise.withResolvers<() => void>();
  await using receiver = await startReceiver((response) => held.resolve(() => response.end()));
  const notifier = await startTestNotifier(broker);
  const due = await queue(gateway, receiver.url);
  const answer = await held.promise;
  const stopped = notifier[Symbol.asyncDispose]();
  answer();
  await stopped;
  expect(await readAttempts(gateway, due.job_id)).toMatchObject([{ outcome: "delivered" }]);
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(receiver.calls).toHaveLength(1);
});

test("two notifiers at work make one call of each", async () => {
  await using receiver = await startReceiver();
  await using _one = await startTestNotifier(broker);
  await using _two = await startTestNotifier(broker);
  const dues = await Promise.all(Array.from({ length: 12 }, () => queue(gateway, receiver.url)));
  await expect.poll(() => unended(operator), within).toBe(0);
  expect(new Set(receiver.ids())).toEqual(new Set(dues.map(({ id }) => id)));
  expect(receiver.calls).toHaveLength(dues.length);
});

test("ten callers whose receivers never answer do not hold up an eleventh", async () => {
  const held: (() => void)[] = [];
  await using deaf = await startReceiver((response) => held.push(() => response.end()), "0.0.0.0");
  await using quick = await startReceiver();
  await using _notifier = await startTestNotifier(broker, { limitMs: 10 * 60_000 });
  const places = Array.from({ length: 160 }, (_, n) => ({
    caller: `key:deaf-${n >> 4}`,
    host: `127.0.${1 + (n >> 4)}.${1 + ((n >> 2) & 3)}`,
  }));
  for (const { caller, host } of places) {
    const url = `http://${host}:${deaf.port}/`;
    await queue(gateway, url, { caller, target: secret.seal(url, caller) });
  }
  await expect.poll(() => held.length, within).toBe(places.length);
  await queue(gateway, quick.url);
  await expect.poll(() => quick.calls.length, within).toBe(1);
  for (const answer of held) answer();
  await expect.poll(() => unended(operator), within).toBe(0);
});

test("in a sandbox localhost is called, which no name server knows", async () => {
  await using receiver = await startReceiver();
  await using _notifier = await startTestNotifier(broker);
  const due = await queue(gateway, receiver.url.replace("127.0.0.1", "localhost"));
  await expect.poll(() => readAttempts(gateway, due.job_id), within).toMatchObject([{ outcome: "delivered" }]);
  await expect.poll(() => unended(operator), within).toBe(0);
});
