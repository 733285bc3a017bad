import { randomUUID } from "node:crypto";
import { Role } from "@a2a-js/sdk";
import { ClientFactory, RestTransportFactory } from "@a2a-js/sdk/client";
import {
  type DiscoveryExtension,
  extractDiscoveryInfo,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
} from "@x402/extensions/bazaar";
import { ExactEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed } from "./gateway.ts";
import { held, type Paid, sign, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid({ demo: { calls: 1 } });
});
afterAll(() => paid[Symbol.asyncDispose]());

const message = (contextId: string) => ({
  tenant: "",
  message: {
    messageId: randomUUID(),
    contextId,
    taskId: "",
    role: Role.ROLE_USER,
    parts: [{ content: { $case: "text" as const, value: "$PEPE" }, metadata: undefined, filename: "", mediaType: "" }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, historyLength: undefined, returnImmediately: true },
  metadata: undefined,
});

test("an unmodified A2A client whose fetch pays gets on when its demo calls are used up, and keeps its conversation", async () => {
  const payer = privateKeyToAccount(paid.payments.payer.privateKey);
  const fetchImpl = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: "eip155:*", client: new ExactEvmScheme(payer) }] });
  const factory = new ClientFactory({ transports: [new RestTransportFactory({ fetchImpl })] });
  const client = await factory.createFromUrl(paid.gateway.url);
  const options = { serviceParameters: { "X-Demo-Fingerprint": "device-agent" } };
  const before = await paid.received();
  await client.sendMessage(message(""), options);
  expect((await paid.received()) - before).toBe(0n);
  const bought = await client.sendMessage(message("talk-9"), options);
  expect((await paid.received()) - before).toBe(1n);
  if (!("id" in bought)) throw new Error("no task");
  await paid.gateway.settle(completed(bought.id, "r"));
  const task = await client.getTask({ tenant: "", id: bought.id, historyLength: undefined });
  expect([task.status?.state, task.contextId]).toEqual([3, "talk-9"]);
});

test("a payment is refused by name, in A2A's shape with the challenge; one for a submission buys a task too, with its receipt", async () => {
  const { header } = await sign(paid);
  const post = (payment: Record<string, string>) =>
    paid.gateway.call("/a2a/message:send", {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0", ...payment },
      body: JSON.stringify({
        message: { messageId: "paid-1", role: "ROLE_USER", parts: [{ text: "$PEPE" }] },
        configuration: { returnImmediately: true },
      }),
    });
  const refused = await post({ "payment-signature": "none" });
  expect([refused.status, refused.body.error.details[0].reason]).toEqual([402, "PAYMENT_REFUSED"]);
  expect(held(refused.headers.get("payment-required"))).toMatchObject({ error: "invalid_payment", accepts: paid.terms.accepts });
  const bought = await post(header);
  expect([bought.status, held(bought.headers.get("payment-response")).success]).toEqual([200, true]);
  expect((await post(header)).body.task.id).toBe(bought.body.task.id);
});

test("the challenge of a crawler's probe has what a catalogue extracts, and fits a proxy's 4 KiB", async () => {
  const response = await fetch(`${paid.gateway.url}/api/agent`, { method: "POST" });
  expect(response.status).toBe(402);
  const { resource, accepts, extensions, x402Version } = held(response.headers.get("payment-required"));
  expect(validateDiscoveryExtension(extensions.bazaar as DiscoveryExtension)).toEqual({ valid: true });
  const found = extractDiscoveryInfo({ x402Version, resource, accepted: accepts[0], payload: {}, extensions }, accepts[0]);
  expect(found).toMatchObject({ resourceUrl: `${paid.gateway.url}/api/agent`, method: "POST" });
  expect(sanitizeResourceServiceMetadata(resource)).toEqual({ serviceName: resource.serviceName, tags: resource.tags });
  const { url, ...offered } = resource;
  const { resources, items } = (await paid.gateway.call("/.well-known/x402")).body;
  expect([resources, items]).toEqual([[url], [{ resource: url, type: "http", method: "POST", x402Version: 2, accepts, ...offered }]]);
  const bytes = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  expect(bytes).toBeLessThan(4096);
});
