import { readRequest } from "@token-sentiment/bus";
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
