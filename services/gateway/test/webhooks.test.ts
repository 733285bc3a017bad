import { streams, TIMED_OUT } from "@token-sentiment/contract";
import { askedOf, openApiKeys, readRequest, readWebhook, writeRow } from "@token-sentiment/bus";
import { createLog, createMetrics, sealingSecret } from "@token-sentiment/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workFinals } from "../src/index.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";

const secret = sealingSecret("a webhook secret of at least thirty-two bytes", "webhooks");
const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const HOOK = "https://hooks.acme.com/in?token=topsecret";
const key = { authorization: "Bearer hook-key" };
let gateway: TestGateway;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  gateway = stack.use(await startGateway({ webhooks: { secret } }));
  await issueKey(gateway.broker, "hook-key");
  await issueKey(gateway.broker, "other-key", { id: "other" });
  const log = createLog("silent", { service: "gateway", version: "0", instance: "test" });
  const limits = { perDevice: 0, perNetwork: 0 };
  const bus = await gateway.broker.open("gateway");
  stack.use(await workFinals({ bus, clock: { now: () => Date.now() }, log, metrics: createMetrics(), limits }));
});
afterAll(() => stack.disposeAsync());

const post = (body: object, headers: Record<string, string> = key) =>
  gateway.post({ coin_symbol: "PEPE", contract_address: PEPE, ...body }, headers);
const deliveries = async (job: string) => gateway.call(`/api/agent/${job}/deliveries`);

/** Ends a job as the aggregator does, telling what its request says. */
async function settle(job_id: string, row: Parameters<typeof writeRow>[2]["row"]) {
  const request = (await readRequest(gateway.gateway, job_id))!;
  const { caller, webhook } = request.value as { caller: string; webhook?: string };
  const asked = { caller, ...(webhook !== undefined && { webhook }) };
  await writeRow(gateway.aggregator, job_id, { row, requestAt: request.at, expectedRevision: 0, asked });
}

test("a webhook_url is accepted of a key with the secret that verifies it, and what is published shows neither", async () => {
  const { status, headers, body } = await post({ webhook_url: HOOK });
  expect(status).toBe(202);
  expect(Object.keys(body)).toHaveLength(5);
  const whsec = headers.get("webhook-secret") ?? "";
  expect(whsec).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stored = (await readRequest(gateway.gateway, body.job_id))!;
  const { webhook } = stored.value as { webhook: string };
  expect(JSON.stringify(stored)).not.toMatch(/acme\.com|topsecret|webhook_url/);
  expect(secret.open(webhook, "key:acme")).toBe(HOOK);
  expect(whsec).toBe(`whsec_${secret.derive(webhook).toString("base64")}`);
  const again = await post({ webhook_url: HOOK });
  expect(again.headers.get("webhook-secret")).toBe(whsec);
  for (const other of [await post({ webhook_url: `${HOOK}2` }), await post({ webhook_url: HOOK }, { authorization: "Bearer other-key" })])
    expect(other.headers.get("webhook-secret")).not.toBe(whsec);
  expect((await post({})).headers.get("webhook-secret")).toBeNull();
});

test("a key that was revoked a moment ago begins nothing that its webhook would be told of", async () => {
  await issueKey(gateway.broker, "late-key", { id: "late" });
  const operator = await gateway.broker.open("operator");
  const stored = async () => (await operator.jsm.streams.info(streams.analysis)).state.messages;
  const late = { authorization: "Bearer late-key" };
  expect((await post({}, late)).status).toBe(202);
  await (await openApiKeys(operator)).revoke("late", 3);
  const before = await stored();
  expect((await post({ webhook_url: HOOK }, late)).status).toBe(401);
  expect(await stored()).toBe(before);
});

test("it is part of what a request_id stands for", async () => {
  const first = await post({ webhook_url: HOOK, request_id: "with-hook" });
  const again = await post({ webhook_url: "HTTPS://hooks.ACME.com:443/in?token=topsecret", request_id: "with-hook" });
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
  expect(again.headers.get("webhook-secret")).toBe(first.headers.get("webhook-secret"));
  for (const webhook_url of [undefined, `${HOOK}&more`])
    expect((await post({ webhook_url, request_id: "with-hook" })).body.code).toBe("idempotency_mismatch");
});

test("it is refused of the demo tier, and where webhooks are off, with a sentence and without a trace", async () => {
  const demo = await post({ webhook_url: HOOK, request_id: "demo-hook" }, { "x-demo-fingerprint": "device-hooks" });
  expect(demo).toMatchObject({ status: 400, body: { code: "invalid_parameter", errors: [{ field: "webhook_url" }] } });
  expect(demo.body.error).toContain("API key or a payment");
  await using off = await startGateway();
  await issueKey(off.broker, "hook-key");
  const { status, body } = await off.post({ coin_symbol: "PEPE", webhook_url: HOOK }, key);
  expect([status, body.error]).toEqual([400, "webhook_url: webhooks are not offered here: leave it out and poll"]);
});

test.each([
  "http://hooks.acme.com/",
  "https://hooks.acme.com:8443/",
  "https://user:pass@hooks.acme.com/",
  "https://hooks.acme.com/#fragment",
  "https://hooks.acme.com/#",
  "https://hooks..acme.com/",
  "https://*.acme.com/",
  `https://${"a.".repeat(126)}com/`,
  `https://${"a".repeat(64)}.com/`,
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://１２７.0.0.1/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2606:4700::1111]/",
  "https://8.8.8.8/",
  "https://localhost/",
  "https://foo.localhost/",
  "https://metadata.google.internal/",
  "https://nats.nats.svc.cluster.local/",
  "https://gateway/",
  "https://hooks.acme.com./",
  "https://ｌｏｃａｌｈｏｓｔ/",
  "ftp://hooks.acme.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "hooks.acme.com",
  "https://",
  "https://hooks.acme.com/\r\nHost: x",
  `https://hooks.acme.com/${"a".repeat(1100)}`,
  7,
  {},
])("a webhook_url of %j is a 400", async (webhook_url) => {
  const { status, body } = await post({ webhook_url });
  expect([status, body.code]).toEqual([400, "invalid_parameter"]);
  expect(body.errors[0].field).toBe("webhook_url");
});

test("the end of a job is queued once, as its poll tells it, and the deliveries are waiting until somebody is called", async () => {
  const { body } = await post({ webhook_url: HOOK });
  expect((await deliveries(body.job_id)).body).toMatchObject({ state: "waiting", webhook_id: null, attempts: [] });
  await settle(body.job_id, completed(body.job_id, "any"));
  await expect.poll(() => readWebhook(gateway.gateway, body.job_id)).toBeDefined();
  const due = (await readWebhook(gateway.gateway, body.job_id))!;
  expect(due.type).toBe("analysis.completed");
  expect(due.data).toEqual((await gateway.call(`/api/agent/${body.job_id}`)).body);
  expect(JSON.stringify(due)).not.toMatch(/acme\.com|topsecret/);
  const told = await deliveries(body.job_id);
  expect(told).toMatchObject({
    status: 200,
    body: { state: "waiting", webhook_id: due.id, type: "analysis.completed", next_attempt_at: null },
  });
  expect(told.headers.get("cache-control")).toBe("no-store");
});

test("a failed job is told too, also one that nobody folded; a job without a webhook never is", async () => {
  const [failed, plain] = [await post({ webhook_url: HOOK }), await post({})];
  // As one that was given up: its row tells nothing of its request.
  await gateway.settle({ job_id: failed.body.job_id, status: "failed", error: TIMED_OUT });
  await settle(plain.body.job_id, completed(plain.body.job_id, "any"));
  await expect.poll(async () => (await readWebhook(gateway.gateway, failed.body.job_id))?.type).toBe("analysis.failed");
  expect((await readWebhook(gateway.gateway, failed.body.job_id))?.data).toEqual({
    job_id: failed.body.job_id,
    status: "failed",
    error: TIMED_OUT,
  });
  expect((await deliveries(plain.body.job_id)).body.state).toBe("none");
  expect(await readWebhook(gateway.gateway, plain.body.job_id)).toBeUndefined();
});

test("the deliveries of a job that nobody knows are a 404", async () => {
  expect((await deliveries("5c8f1a9e-3a5d-8b1c-9d2e-0f4a6b7c8d9e")).body.code).toBe("job_not_found");
  expect((await deliveries("not-a-job")).body.code).toBe("job_not_found");
});

test("a row tells of the webhook of its request in a header, sealed", () => {
  expect(askedOf({ "Tsa-Caller": "key:acme", "Tsa-Webhook": "sealed" })).toEqual({ caller: "key:acme", webhook: "sealed" });
});

test("the data part of an A2A message may name one too, and its answer has the same header", async () => {
  const a2a = await gateway.call("/a2a/message:send", {
    method: "POST",
    headers: { ...key, "content-type": "application/json", "a2a-version": "1.0" },
    body: JSON.stringify({
      message: {
        messageId: "hook-by-a2a",
        role: "ROLE_USER",
        parts: [{ data: { coin_symbol: "PEPE", contract_address: PEPE, webhook_url: HOOK } }],
      },
      configuration: { returnImmediately: true },
    }),
  });
  const known = (await post({ webhook_url: HOOK })).headers.get("webhook-secret");
  expect([a2a.status, a2a.headers.get("webhook-secret")]).toEqual([200, known]);
  const { webhook } = (await readRequest(gateway.gateway, a2a.body.task.id))!.value as { webhook: string };
  expect(secret.open(webhook, "key:acme")).toBe(HOOK);
});
