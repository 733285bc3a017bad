import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { x402Client } from "@x402/core/client";
import { parsePaymentRequired } from "@x402/core/schemas";
import type { PaymentPayload, PaymentRequired } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held, type Paid, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid({ demo: { calls: 1 } });
});
afterAll(() => paid[Symbol.asyncDispose]());

const scheme = () => new ExactEvmScheme(privateKeyToAccount(paid.payments.payer.privateKey));

interface ToolResult {
  isError?: boolean;
  structuredContent?: any;
  content: { text: string }[];
  _meta?: Record<string, any>;
}

/** The SDK's own client as a device of its own, whose one demo call is used up. */
async function connect(path = "/mcp", fetching: typeof fetch = fetch) {
  const client = new Client({ name: "test", version: "1" });
  const headers = { "x-demo-fingerprint": `device-${randomUUID()}` };
  const transport = new StreamableHTTPClientTransport(new URL(paid.gateway.url + path), { requestInit: { headers }, fetch: fetching });
  await client.connect(transport);
  const submit = async (request_id: string, payment?: PaymentPayload) => {
    const _meta = payment && { "x402/payment": payment };
    const result = await client.callTool({ name: "submit_token_analysis", arguments: { request_id, coin_symbol: "PEPE" }, _meta });
    return result as unknown as ToolResult;
  };
  expect((await submit("the demo call")).isError).toBeUndefined();
  return { submit, [Symbol.asyncDispose]: () => client.close() };
}

test("a tool call past the demo limit says how to pay, and the same call with the payment in its _meta brings the job and the receipt", async () => {
  await using model = await connect();
  const before = await paid.received();
  const refused = await model.submit("order-1");
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { x402Version: 2, error: "demo_limit_reached", accepts: paid.terms.accepts },
  });
  const wrapped = JSON.parse(refused.content[0]?.text ?? "")["x402/error"];
  expect([wrapped.code, wrapped.data]).toEqual([402, refused.structuredContent]);
  expect(refused.content[1]?.text).toContain('the same request_id, "order-1"');
  expect(parsePaymentRequired(refused.structuredContent).success).toBe(true);

  const payment = await new x402Client().register("eip155:*", scheme()).createPaymentPayload(refused.structuredContent as PaymentRequired);
  const taken = await model.submit("order-1", payment);
  expect(taken.structuredContent).toMatchObject({ request_id: "order-1", status: "pending", replayed: false });
  const receipt = taken._meta?.["x402/payment-response"];
  expect(receipt).toMatchObject({ success: true, network: "eip155:84532", transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  const again = await model.submit("order-1", payment);
  expect(again.structuredContent).toMatchObject({ job_id: taken.structuredContent.job_id, replayed: true });
  expect(again._meta?.["x402/payment-response"]).toEqual(receipt);
  expect((await paid.received()) - before).toBe(1n);
});

test("a payment that does not fit is refused by name with the challenge, and no money moves", async () => {
  await using model = await connect();
  const before = await paid.received();
  const terms = (await model.submit("order-2")).structuredContent as PaymentRequired;
  const payment = await new x402Client().register("eip155:*", scheme()).createPaymentPayload(terms);
  const cheaper = { ...payment, accepted: { ...payment.accepted, amount: "1" } };
  expect((await model.submit("order-2", cheaper)).structuredContent).toMatchObject({ error: "wrong_amount", accepts: paid.terms.accepts });
  const elsewhere = { ...payment, resource: { url: "https://another.example/api/agent" } };
  expect((await model.submit("order-2", elsewhere)).structuredContent).toMatchObject({ error: "wrong_resource" });
  const nonsense = { x402Version: 2 } as PaymentPayload;
  expect((await model.submit("order-2", nonsense)).structuredContent).toMatchObject({ error: "invalid_payment" });
  expect((await paid.received()) - before).toBe(0n);
});

test("a client that pays over HTTP, beneath the protocol, is told 402 and pays with the public fetch", async () => {
  const receipts: string[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const receipt = response.headers.get("payment-response");
    if (receipt !== null) receipts.push(receipt);
    return response;
  };
  const paying = wrapFetchWithPaymentFromConfig(watched, { schemes: [{ network: "eip155:*", client: scheme() }] });
  await using model = await connect("/mcp?x402=http", paying);
  const before = await paid.received();
  const taken = await model.submit("order-3");
  expect(taken.structuredContent).toMatchObject({ request_id: "order-3", status: "pending" });
  expect((await paid.received()) - before).toBe(1n);
  expect(receipts.map(held)).toEqual([taken._meta?.["x402/payment-response"]]);
});

test("a probe of /mcp without body and name is told the price", async () => {
  const { status, headers } = await paid.gateway.call("/mcp", { method: "POST" });
  expect([status, held(headers.get("payment-required")).accepts]).toEqual([402, paid.terms.accepts]);
});
