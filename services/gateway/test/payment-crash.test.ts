import type { JobRow } from "@token-sentiment/contract";
import { readRequest } from "@token-sentiment/bus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { workFinals } from "../src/index.ts";
import { startGatewayProcess } from "./gateway-process.ts";
import { completed } from "./gateway.ts";
import { type Paid, sign, type Signed, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid();
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };
const never = new Promise<never>(() => undefined);

/** Posts to a gateway process that is killed with -9 when the facilitator has settled, or before. */
async function killed(when: "after" | "before"): Promise<Signed> {
  const payment = await sign(paid);
  const child = await startGatewayProcess(paid.gateway, paid.gateway.broker.url, paid.env);
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle") return await pass();
    if (when === "after") await pass();
    await child.kill();
    return await never;
  });
  const headers = { "content-type": "application/json", ...payment.header };
  await expect(fetch(`${child.url}/api/agent`, { method: "POST", headers, body: JSON.stringify(PEPE) })).rejects.toThrow("fetch failed");
  paid.fault(undefined);
  return payment;
}

/** Lets the lease of whoever was killed run out, by the clock of the gateway that is left. */
const LEASE_MS = 31_000;

test("a gateway killed between settling and publishing: another one runs the job, and the same authorization finds it", async () => {
  const payment = await killed("after");
  expect(await paid.recordOf(payment)).toMatchObject({ state: "settling", lease: {} });
  await paid.gateway.reconcile();
  // As long as it may be at work it is left alone.
  expect(await paid.recordOf(payment)).toMatchObject({ state: "settling" });
  paid.gateway.advance(LEASE_MS);
  await paid.gateway.reconcile();
  const record = await paid.recordOf(payment);
  expect(record).toMatchObject({
    state: "published",
    tx: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    jobs: [{ published_at: expect.any(Number) }],
  });
  const { job_id } = record!.jobs[0]!;
  expect((await readRequest(paid.gateway.gateway, job_id))?.value).toMatchObject({ coin_symbol: "PEPE" });
  const { status, body, headers } = await paid.gateway.post(PEPE, payment.header);
  expect([status, body.job_id, headers.get("idempotent-replayed")]).toEqual([202, job_id, "true"]);
  expect(await paid.received()).toBe(1n);
});

test("a gateway killed before settling: nothing is charged, and the same authorization sent again is, once", async () => {
  const before = await paid.received();
  const payment = await killed("before");
  paid.gateway.advance(LEASE_MS);
  await paid.gateway.reconcile();
  expect(await paid.recordOf(payment)).toMatchObject({ state: "settling" });
  expect((await paid.received()) - before).toBe(0n);
  const { status, headers } = await paid.gateway.post(PEPE, payment.header);
  expect([status, headers.get("idempotent-replayed"), (await paid.received()) - before]).toEqual([202, null, 1n]);
});

test("a paid job that failed is run again for the same authorization, once, and the payment says how both ended", async () => {
  const { broker, gateway } = paid.gateway;
  const finals = {
    bus: await broker.open("gateway"),
    clock: { now: Date.now },
    log: createLog("silent", { service: "gateway", version: "0", instance: "test" }),
    metrics: createMetrics(),
    limits: { perDevice: 0, perNetwork: 0 },
  };
  await using _ = await workFinals(finals);
  const before = await paid.received();
  const payment = await sign(paid);
  const post = async () => {
    const { status, body, headers } = await paid.gateway.post(PEPE, payment.header);
    return { status, job: String(body.job_id), replayed: headers.get("idempotent-replayed") };
  };
  const end = async (job: string, row: (job: string) => JobRow) => {
    await paid.gateway.settle(row(job));
    await expect.poll(async () => (await paid.recordOf(payment))?.jobs.at(-1)?.outcome).toBeDefined();
  };
  const failed = (job_id: string): JobRow => ({ job_id, status: "failed", error: "the node is down" });

  const first = await post();
  await end(first.job, failed);
  expect(await paid.recordOf(payment)).toMatchObject({ state: "failed", jobs: [{ outcome: "failed" }] });
  const racing = await Promise.all([post(), post(), post()]);
  const [second] = racing;
  expect(racing.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(racing.map(({ job }) => job))).toEqual(new Set([second.job]));
  expect(racing.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  expect(second.job).not.toBe(first.job);
  expect((await readRequest(gateway, second.job))?.value).toMatchObject({
    coin_symbol: "PEPE",
    request_id: `x402-${payment.nonce.slice(2)}`,
  });

  await end(second.job, failed);
  expect(await post()).toMatchObject({ job: second.job, replayed: "true" });
  expect(await paid.recordOf(payment)).toMatchObject({ state: "failed", jobs: [{ outcome: "failed" }, { outcome: "failed" }] });
  expect((await paid.received()) - before).toBe(1n);

  expect(await finals.metrics.text()).toContain('tsa_gateway_calls_metered_total{outcome="failed"} 2');

  const good = await sign(paid);
  const { body } = await paid.gateway.post(PEPE, good.header);
  await paid.gateway.settle(completed(body.job_id, "r"));
  await expect.poll(async () => (await paid.recordOf(good))?.jobs[0]?.outcome).toBe("completed");
  expect(await paid.recordOf(good)).toMatchObject({ state: "published" });
  expect((await paid.gateway.post(PEPE, good.header)).body.job_id).toBe(body.job_id);
});

test("an authorization whose result is gone is refused with a new challenge, and one that was left open and can settle no more is forgotten", async () => {
  const spent = await sign(paid);
  await paid.gateway.post(PEPE, spent.header);
  paid.gateway.advance(24 * 3_600_000);
  const { status, body } = await paid.gateway.post(PEPE, spent.header);
  expect([status, body.errors[0].detail]).toEqual([402, "result_gone"]);
  paid.gateway.advance(-24 * 3_600_000);

  const left = await sign(paid, { validBefore: Math.floor(Date.now() / 1000) + 200 });
  paid.fault(() => ({ json: { success: false, isValid: true, errorReason: "unexpected", transaction: "" } }));
  expect((await paid.gateway.post(PEPE, left.header)).body.code).toBe("payment_pending");
  paid.fault(undefined);
  await paid.passOnChain(201);
  await paid.gateway.reconcile();
  expect(await paid.recordOf(left)).toBeUndefined();
  paid.gateway.advance(201_000);
  expect((await paid.gateway.post(PEPE, left.header)).body.errors[0].detail).toBe("expired");
});
