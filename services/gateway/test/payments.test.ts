import { readRequest } from "@token-sentiment/bus";
import { sealingSecret } from "@token-sentiment/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held, type Paid, sign, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid();
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };

test("a payment buys a job, with a receipt that names its transaction", async () => {
  const payment = await sign(paid);
  const before = await paid.received();
  const { status, headers, body } = await paid.gateway.post(PEPE, payment.header);
  expect([status, Object.keys(body)]).toEqual([202, ["job_id", "status", "coin_symbol", "poll_url", "message"]]);
  const receipt = held(headers.get("payment-response"));
  expect(receipt).toMatchObject({ success: true, network: "eip155:84532", payer: payment.from.toLowerCase(), amount: "20000" });
  expect(await paid.recordOf(payment)).toMatchObject({ state: "published", tx: receipt.transaction, jobs: [{ job_id: body.job_id }] });
  expect((await paid.received()) - before).toBe(1n);
  expect(headers.get("idempotency-key")).toBe(`x402-${payment.nonce.slice(2)}`);
  expect((await readRequest(paid.gateway.gateway, body.job_id))?.value).toMatchObject({ request_id: `x402-${payment.nonce.slice(2)}` });
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
