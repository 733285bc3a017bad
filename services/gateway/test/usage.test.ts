import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { bucketStream, durables, type JobRow, UsageView } from "@token-sentiment/contract";
import { appendUsage, openApiKeys, readOpenRequests, usageCounts } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { workFinals } from "../src/index.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const log = createLog("silent", { service: "gateway", version: "0", instance: "test" });
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const usage = async (gateway: TestGateway, key = "good-key", query = "") =>
  UsageView.parse((await gateway.call(`/api/usage${query}`, { headers: bearer(key) })).body);

async function work({ broker }: TestGateway, metrics = createMetrics()) {
  const limits = { perDevice: 0, perNetwork: 0 };
  return await workFinals({ bus: await broker.open("gateway"), clock: { now: () => Date.now() }, log, metrics, limits });
}
const unworked = async ({ gateway }: TestGateway): Promise<number> => {
  const { num_pending, num_ack_pending } = await gateway.jsm.consumers.info(bucketStream("jobs"), durables.finals);
  return num_pending + num_ack_pending;
};
const degraded = (job_id: string, request_id: string): JobRow => {
  const row = completed(job_id, request_id);
  if (row.status === "completed") row.payload.status = "degraded";
  return row;
};

test("a key sees its calls by outcome, those still open beside them, and nobody else's", async () => {
  await using gateway = await startGateway();
  const metrics = createMetrics();
  await using _finals = await work(gateway, metrics);
  await issueKey(gateway.broker, "good-key");
  await issueKey(gateway.broker, "other-key", { id: "other" });
  const today = dayOf(Date.now());
  const none = { calls: 0, completed: 0, degraded: 0, failed: 0 };
  expect(await usage(gateway)).toEqual({ key: "acme", from: dayOf(Date.now() - 29 * DAY_MS), to: today, total: none, open: 0, days: [] });

  const submit = async (request_id: string, headers: Record<string, string> = bearer("good-key")) =>
    (await gateway.post({ coin_symbol: "PEPE", request_id }, headers)).body.job_id as string;
  const [full, partial, lost, open] = [await submit("a"), await submit("b"), await submit("c"), await submit("d")];
  const others = await submit("a", bearer("other-key"));
  await submit("a", {});
  // A replay and a refusal are no calls.
  await submit("a");
  await gateway.post({}, bearer("good-key"));
  expect(await usage(gateway)).toMatchObject({ total: none, open: 4, days: [] });

  await gateway.settle({ job_id: open, status: "running", coin_symbol: "PEPE" });
  await gateway.settle(completed(full, "a"));
  await gateway.settle(degraded(partial, "b"));
  await gateway.settle({ job_id: lost, status: "failed", error: "no analysis engine could observe the token" });
  await gateway.settle(completed(others, "a"));
  await expect.poll(() => unworked(gateway)).toBe(0);
  const counts = { calls: 3, completed: 1, degraded: 1, failed: 1 };
  const view = await usage(gateway);
  expect(view).toMatchObject({ total: counts, open: 1 });
  expect(view.days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), ...counts }]);
  expect(await usage(gateway, "other-key")).toMatchObject({ key: "other", total: { calls: 1, completed: 1 }, open: 0 });
  const told = await metrics.text();
  for (const [outcome, calls] of [
    ["completed", 2],
    ["degraded", 1],
    ["failed", 1],
  ])
    expect(told).toContain(`tsa_gateway_calls_metered_total{outcome="${outcome}"} ${calls}`);
});

test("a call that times out without a row counts as failed once somebody has written it, and as open until then", async () => {
  await using gateway = await startGateway();
  await issueKey(gateway.broker, "good-key");
  const { body } = await gateway.post({ coin_symbol: "PEPE" }, bearer("good-key"));
  gateway.advance(151_000);
  expect((await gateway.call(body.poll_url)).body.status).toBe("failed");
  expect(await usage(gateway)).toMatchObject({ total: { calls: 0 }, open: 1 });
  await gateway.settle({ job_id: body.job_id, status: "failed", error: "the analysis engines timed out" });
  await using _finals = await work(gateway);
  await expect.poll(async () => (await usage(gateway)).total).toMatchObject({ calls: 1, failed: 1 });
  expect((await usage(gateway)).open).toBe(0);
});

test("usage survives a kill -9 of the broker, and a call recorded twice counts once, over days", async () => {
  await using gateway = await startGateway();
  await issueKey(gateway.broker, "good-key");
  const now = Date.now();
  const record = (key: string, ago: number, job_id = randomUUID()) => {
    const at = now - ago * DAY_MS;
    const call = { key, day: dayOf(at), outcome: "completed" } as const;
    return appendUsage(gateway.gateway, call, { job_id, accepted_at: at, settled_at: at + 1200 });
  };
  for (const ago of [0, 0, 1, 6, 7, 99]) expect(await record("acme", ago)).toBe(true);
  // A key whose id another's begins with.
  await record("acme-2", 0);
  const job = randomUUID();
  expect([await record("acme", 1, job), await record("acme", 1, job)]).toEqual([true, false]);
  await gateway.broker.kill();
  await gateway.broker.restart();
  await expect.poll(() => record("acme", 1, job).catch(() => undefined), { timeout: 15_000 }).toBe(false);
  expect((await usage(gateway)).total).toEqual({ calls: 6, completed: 6, degraded: 0, failed: 0 });
  const week = await usage(gateway, "good-key", "?days=7");
  expect([week.from, week.total.calls]).toEqual([dayOf(now - 6 * DAY_MS), 5]);
  expect(week.days.map(({ day, calls }) => [day, calls])).toEqual([
    [dayOf(now), 2],
    [dayOf(now - DAY_MS), 2],
    [dayOf(now - 6 * DAY_MS), 1],
  ]);
  expect((await usage(gateway, "good-key", "?days=100")).total.calls).toBe(7);
});

test("an answer costs one question, however many calls there were", async () => {
  await using gateway = await startGateway();
  const call = { key: "acme", day: "2026-01-01", outcome: "completed" } as const;
  await Promise.all(
    Array.from({ length: 5000 }, () => appendUsage(gateway.gateway, call, { job_id: randomUUID(), accepted_at: 1, settled_at: 2 })),
  );
  const before = gateway.gateway.nc.stats();
  expect(await usageCounts(gateway.gateway, "acme")).toEqual([{ day: call.day, outcome: call.outcome, calls: 5000 }]);
  const after = gateway.gateway.nc.stats();
  expect([after.outMsgs - before.outMsgs, after.inMsgs - before.inMsgs]).toEqual([1, 1]);
});

test("open requests are read from the oldest that is held on, and not at all when they are too many", async () => {
  await using gateway = await startGateway();
  expect(await readOpenRequests(gateway.gateway, 2)).toEqual([]);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await gateway.post({ coin_symbol: "PEPE" })).body.job_id);
  expect(await readOpenRequests(gateway.gateway, 2)).toBeUndefined();
  expect((await readOpenRequests(gateway.gateway, 3))?.map(({ value }) => (value as { job_id: string }).job_id)).toEqual(ids);
  gateway.release();
  await expect.poll(() => readOpenRequests(gateway.gateway, 3)).toEqual([]);
  await expect.poll(async () => (await gateway.post({ coin_symbol: "PEPE" })).status).toBe(202);
  await expect.poll(() => readOpenRequests(gateway.gateway, 0)).toEqual([]);
});

test("GET /api/usage is a 401 without a key, with an unknown and with a revoked one, and a 400 for days that nobody keeps", async () => {
  await using gateway = await startGateway({ worked: false });
  await issueKey(gateway.broker, "good-key");
  await issueKey(gateway.broker, "bad-key", { id: "bad", revoked_at: 2 });
  for (const headers of [{}, bearer("nobody"), bearer("bad-key"), { "x-demo-fingerprint": "device-usage" }, { authorization: "Basic x" }]) {
    const { status, headers: answered, body } = await gateway.call("/api/usage", { headers });
    expect([status, body.code, answered.get("www-authenticate")]).toEqual([401, "unauthorized", "Bearer"]);
  }
  for (const days of ["0", "101", "-1", "x", "", "1e1", "7&days=8"])
    expect((await gateway.call(`/api/usage?days=${days}`, { headers: bearer("good-key") })).body.code).toBe("invalid_parameter");
});

test("a key that the operator's command issues opens every gateway, and none from the moment it is revoked", async () => {
  await using one = await startGateway();
  await using two = await startGateway({ broker: one.broker });
  const main = new URL("../../operator/src/main.ts", import.meta.url).pathname;
  const env = { PATH: process.env["PATH"], NATS_URL: one.broker.url, NATS_NKEY_SEED_FILE: one.broker.seedFile("operator") };
  const command = async (...args: string[]) => (await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout.trim();
  const secret = await command("issue", "--name", "Acme");
  const statuses = async () =>
    Promise.all([one, two].map(async (gateway) => (await gateway.post({ coin_symbol: "PEPE" }, bearer(secret))).status));
  expect(await statuses()).toEqual([202, 202]);
  const keys = await openApiKeys(await one.broker.open("operator"));
  const [key] = await keys.list();
  await command("revoke", key!.id);
  expect(await statuses()).toEqual([401, 401]);
  expect((await two.call("/api/usage", { headers: bearer(secret) })).status).toBe(401);
  expect((await two.call("/api/quota", { headers: bearer(secret) })).status).toBe(401);
});
