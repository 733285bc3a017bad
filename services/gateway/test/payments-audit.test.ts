import { openPayments } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { getAddress } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startAudit } from "../src/payments/audit.ts";
import { createRpc } from "../src/payments/rpc.ts";
import { type Paid, sign, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid();
});
afterAll(() => paid[Symbol.asyncDispose]());

/** What the gauges of a gateway say that looks in half an hour. */
async function audited(rpcUrls: readonly string[] = [paid.payments.rpcUrl]) {
  const metrics = createMetrics();
  const now = Date.now() + 30 * 60_000;
  const audit = startAudit({
    payments: await openPayments(paid.gateway.gateway),
    clock: { now: () => now },
    terms: paid.terms,
    chains: new Map([[paid.payments.network, { rpc: createRpc(rpcUrls) }]]),
    log: createLog("silent", { service: "gateway", version: "0", instance: "test" }),
    metrics,
  });
  onTestFinished(() => audit[Symbol.asyncDispose]());
  await audit.run();
  return metrics.text();
}

test("money that gateways recorded is no difference; what nobody recorded, and what a facilitator only says, is one each", async () => {
  expect((await paid.gateway.post({ coin_symbol: "PEPE" }, (await sign(paid)).header)).status).toBe(202);
  expect(await audited()).toMatch(/^tsa_gateway_payments_parted 0$/m);

  await paid.payments.fund(getAddress(paid.payments.payTo), 5n);
  expect(await audited()).toMatch(/^tsa_gateway_payments_parted 1$/m);

  const lie = { success: true, transaction: `0x${"1".repeat(64)}`, network: paid.payments.network };
  paid.fault((call, pass) => (call.path === "/settle" ? { json: lie } : pass()));
  const { status } = await paid.gateway.post({ coin_symbol: "PEPE" }, (await sign(paid)).header);
  paid.fault(undefined);
  expect(status).toBe(202);
  expect(await audited()).toMatch(/^tsa_gateway_payments_parted 2$/m);
});

test("a chain that cannot be read is no agreement", async () => {
  await expect(audited(["http://127.0.0.1:9"])).rejects.toThrow("no node answers");
});
