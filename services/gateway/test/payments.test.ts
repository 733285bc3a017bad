import { openPayments, readRequest } from "@token-sentiment/bus";
import { ExactEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { sealingSecret } from "@token-sentiment/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueKey } from "./gateway.ts";
import { held, type Paid, sign, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid({ demo: { calls: 1 } });
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };

/** Posts, and tells how many prices were received by it. */
async function post(body: unknown, headers: Record<string, string>) {
  const before = await paid.received();
  const answer = await paid.gateway.post(body, headers);
  return { ...answer, received: (await paid.received()) - before };
}

test("a payment buys a job, with a receipt that names its transaction", async () => {
  const payment = await sign(paid);
  const { status, headers, body, received } = await post(PEPE, payment.header);
  expect([status, Object.keys(body)]).toEqual([202, ["job_id", "status", "coin_symbol", "poll_url", "message"]]);
  const receipt = held(headers.get("payment-response"));
  expect(receipt).toMatchObject({ success: true, network: "eip155:84532", payer: payment.from.toLowerCase(), amount: "20000" });
  expect(await paid.recordOf(payment)).toMatchObject({ state: "published", tx: receipt.transaction, jobs: [{ job_id: body.job_id }] });
  expect(received).toBe(1n);
  const id = `x402-${payment.nonce.slice(2)}`;
  expect(headers.get("idempotency-key")).toBe(id);
  const request = JSON.stringify((await readRequest(paid.gateway.gateway, body.job_id))?.value);
  expect(request).toContain(id);
  // Whoever reads requests is not told who pays.
  expect(request.toLowerCase()).not.toContain(payment.from.toLowerCase().slice(2));
});

test("the public client of x402 pays what the challenge asks, unmodified", async () => {
  const device = { "x-demo-fingerprint": "a-client-of-x402", "content-type": "application/json" };
  await paid.gateway.post(PEPE, device);
  const payer = privateKeyToAccount(paid.payments.payer.privateKey);
  const payingFetch = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: "eip155:*", client: new ExactEvmScheme(payer) }] });
  const before = await paid.received();
  const answer = await payingFetch(`${paid.gateway.url}/api/agent`, { method: "POST", headers: device, body: JSON.stringify(PEPE) });
  expect([answer.status, held(answer.headers.get("payment-response")).success]).toEqual([202, true]);
  expect((await paid.received()) - before).toBe(1n);
});

test("the same authorization again is the same job, and costs nothing", async () => {
  const payment = await sign(paid);
  const first = await post(PEPE, payment.header);
  const again = await post({ coin_symbol: "pepe" }, payment.header);
  expect([again.status, again.body, again.received]).toEqual([202, first.body, 0n]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("payment-response")).toBe(first.headers.get("payment-response"));
});

test("the same authorization for other content is refused, and so is another one with the same request_id", async () => {
  const payment = await sign(paid);
  await post({ ...PEPE, request_id: "order-1" }, payment.header);
  const other = { coin_symbol: "DOGE", request_id: "order-1" };
  for (const header of [payment.header, (await sign(paid)).header]) {
    const { status, body, received } = await post(other, header);
    expect([status, body.code, received]).toEqual([422, "idempotency_mismatch", 0n]);
  }
});

test("a second authorization for the same request_id and content gets the first job, and is not charged", async () => {
  const [one, two] = [await sign(paid), await sign(paid)];
  const first = await post({ ...PEPE, request_id: "order-2" }, one.header);
  const second = await post({ ...PEPE, request_id: "order-2" }, two.header);
  expect([second.status, second.body, second.received]).toEqual([202, first.body, 0n]);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await paid.recordOf(two)).toBeUndefined();
});

test("another payer, a key and a device may use the same request_id, and do not see each other's job", async () => {
  const privateKey = generatePrivateKey();
  await paid.payments.fund(privateKeyToAccount(privateKey).address, 20_000n);
  await issueKey(paid.gateway.broker, "a-key");
  const asked = { ...PEPE, request_id: "shared" };
  const answers = [
    await post(asked, (await sign(paid)).header),
    await post(asked, (await sign(paid, { privateKey })).header),
    await post(asked, { authorization: "Bearer a-key" }),
    await post(asked, { "x-demo-fingerprint": "device-shared" }),
  ];
  expect(answers.map(({ status, headers }) => `${status} ${headers.get("idempotent-replayed")}`)).toEqual(Array(4).fill("202 null"));
  expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(4);
});

test("a POST without a body by nobody gets the challenge, {} is a 400, and a body from nobody is a demo call", async () => {
  const empty = await paid.gateway.call("/api/agent", { method: "POST" });
  const typed = await paid.gateway.call("/api/agent", { method: "POST", headers: { "content-type": "application/json" } });
  for (const { status, headers, body } of [empty, typed]) {
    expect([status, body.code]).toEqual([402, "payment_required"]);
    const challenge = held(headers.get("payment-required"));
    expect(challenge).toMatchObject({ x402Version: 2, error: "payment_required", resource: { url: `${paid.gateway.url}/api/agent` } });
    expect(challenge.accepts).toEqual(paid.terms.accepts);
  }
  expect((await paid.gateway.post({})).status).toBe(400);
  const device = { method: "POST", headers: { "x-demo-fingerprint": "device-empty" } };
  expect((await paid.gateway.call("/api/agent", device)).status).toBe(400);
});

test("a device at its limit is told how to pay", async () => {
  const device = { "x-demo-fingerprint": "device-at-its-limit" };
  expect((await paid.gateway.post(PEPE, device)).status).toBe(202);
  const { status, headers, body } = await paid.gateway.post(PEPE, device);
  expect([status, body.code, headers.get("ratelimit")]).toEqual([402, "demo_limit_reached", expect.stringContaining('"demo";r=0')]);
  expect(held(headers.get("payment-required")).accepts).toEqual(paid.terms.accepts);
});

test("a page of another origin may pay and read the receipt", async () => {
  const preflight = { origin: "https://page.example", "access-control-request-method": "POST" };
  const { headers } = await fetch(`${paid.gateway.url}/api/agent`, { method: "OPTIONS", headers: preflight });
  const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
  // What the public client puts on a request beside the page's own: a browser asks for each.
  const sent = new Set<string>();
  const recording: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const name of request.headers.keys()) sent.add(name);
    return await fetch(request);
  };
  const payer = privateKeyToAccount(paid.payments.payer.privateKey);
  const paying = wrapFetchWithPaymentFromConfig(recording, { schemes: [{ network: "eip155:*", client: new ExactEvmScheme(payer) }] });
  const device = { "x-demo-fingerprint": "a-page-that-pays", "content-type": "application/json" };
  const ask = async () => await paying(`${paid.gateway.url}/api/agent`, { method: "POST", headers: device, body: JSON.stringify(PEPE) });
  for (const { status } of [await ask(), await ask()]) expect(status).toBe(202);
  expect([...sent]).toContain("payment-signature");
  expect([...sent].filter((name) => !allowed?.includes(name))).toEqual([]);
  const answer = await fetch(`${paid.gateway.url}/api/agent`, { method: "POST", headers: { origin: "https://page.example" } });
  for (const name of ["PAYMENT-REQUIRED", "PAYMENT-RESPONSE"]) expect(answer.headers.get("access-control-expose-headers")).toContain(name);
});

test("what a payment cannot pay for is refused before it is looked at, and may be sent again with the same authorization", async () => {
  const payment = await sign(paid);
  const bad = await post({ coin_symbol: "" }, payment.header);
  expect([bad.status, bad.body.code, bad.received]).toEqual([400, "missing_parameter", 0n]);
  expect(await paid.recordOf(payment)).toBeUndefined();
  expect(await post(PEPE, payment.header)).toMatchObject({ status: 202, received: 1n });
});

test("with no slot free nothing is charged, and a slot that is lost while it settles costs the payer nothing", async () => {
  await using full = await startPaid({ capacity: 1 });
  await full.gateway.post(PEPE);
  const payment = await sign(full);
  const { status, body } = await full.gateway.post(PEPE, payment.header);
  expect([status, body.code, await full.received()]).toEqual([429, "too_many_concurrent", 0n]);
  expect(await full.recordOf(payment)).toBeUndefined();

  await using lost = await startPaid({ capacity: 1 });
  lost.fault(async (call, pass) => {
    const answer = await pass();
    if (call.path === "/settle") expect((await lost.gateway.post(PEPE)).status).toBe(202);
    return answer;
  });
  expect((await lost.gateway.post(PEPE, (await sign(lost)).header)).status).toBe(202);
  expect(await lost.received()).toBe(1n);
});

test("what is counted is what was received", async () => {
  const metrics = await paid.gateway.metrics();
  const value = (name: string) => Number(new RegExp(`^tsa_gateway_payments_${name} (\\S+)$`, "m").exec(metrics)?.[1]);
  const received = Number(await paid.received());
  expect(received).toBeGreaterThan(5);
  expect([value("settled_total"), value("verified_total")]).toEqual([received, received]);
  expect(value("revenue_usd_total")).toBeCloseTo(received * 0.02, 9);
  const kept = (await (await openPayments(paid.gateway.gateway)).page(1)).payments;
  expect(kept.map(({ payment }) => payment.state)).toEqual(Array(received).fill("published"));
});

test("a payer names a webhook too: it is part of what was paid for, and nobody reads it where the payment is kept", async () => {
  const secret = sealingSecret("a webhook secret of at least thirty-two bytes", "webhooks");
  await using gateway = await paid.another({ webhooks: { secret } });
  const payment = await sign(paid, { resource: `${gateway.url}/api/agent` });
  const asked = { ...PEPE, webhook_url: "https://hooks.acme.com/in?token=topsecret" };
  const { status, headers, body } = await gateway.post(asked, payment.header);
  expect(status).toBe(202);
  const { caller, webhook } = (await readRequest(gateway.gateway, body.job_id))!.value as { caller: string; webhook: string };
  expect(secret.open(webhook, caller)).toBe(asked.webhook_url);
  expect(headers.get("webhook-secret")).toBe(`whsec_${secret.derive(webhook).toString("base64")}`);
  expect(JSON.stringify(await paid.recordOf(payment))).not.toMatch(/acme|topsecret/);
  const again = await gateway.post(asked, payment.header);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
  expect(again.headers.get("webhook-secret")).toBe(headers.get("webhook-secret"));
  for (const other of [PEPE, { ...PEPE, webhook_url: "https://thief.acme.com/" }])
    expect((await gateway.post(other, payment.header)).body.code).toBe("idempotency_mismatch");
});
