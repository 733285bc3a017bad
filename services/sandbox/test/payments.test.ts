import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPayments } from "@token-sentiment/sandbox";
import { x402Client } from "@x402/core/client";
import { HTTPFacilitatorClient } from "@x402/core/server";
import type { PaymentRequirements } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

type Payments = Awaited<ReturnType<typeof startPayments>>;
let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments[Symbol.asyncDispose]());

const terms = (changed: Partial<PaymentRequirements> = {}): PaymentRequirements => ({
  scheme: "exact",
  network: payments.network,
  asset: payments.asset,
  amount: "20000",
  payTo: payments.payTo,
  maxTimeoutSeconds: 60,
  extra: { name: "USDC", version: "2" },
  ...changed,
});

/** As a public client signs it. */
const signed = (key = payments.payer.privateKey) =>
  new x402Client()
    .register("eip155:*", new ExactEvmScheme(privateKeyToAccount(key)))
    .createPaymentPayload({ x402Version: 2, resource: { url: "http://127.0.0.1/api/agent" }, accepts: [terms()] });

const facilitator = () => new HTTPFacilitatorClient({ url: payments.facilitatorUrl });

test("what a public client signed is verified and settled once: the payee has exactly the amount", async () => {
  const payment = await signed();
  expect(await facilitator().getSupported()).toMatchObject({ kinds: [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }] });
  expect(await facilitator().verify(payment, terms())).toMatchObject({ isValid: true, payer: payments.payer.address });
  const before = await payments.balanceOf(payments.payTo);
  const settled = await facilitator().settle(payment, terms());
  expect(settled).toMatchObject({ success: true, network: "eip155:84532", transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect((await payments.balanceOf(payments.payTo)) - before).toBe(20_000n);

  expect(await facilitator().verify(payment, terms())).toMatchObject({ isValid: false, invalidReason: expect.stringContaining("nonce") });
  expect(await facilitator().settle(payment, terms())).toMatchObject({ success: false });
  expect((await payments.balanceOf(payments.payTo)) - before).toBe(20_000n);
});

test("what does not fit the terms is refused with its reason", async () => {
  const payment = await signed();
  const refused = async (changed: Partial<PaymentRequirements>) => (await facilitator().verify(payment, terms(changed))).invalidReason;
  expect(await refused({ amount: "20001" })).toContain("authorization_value");
  expect(await refused({ payTo: payments.payer.address })).toContain("recipient_mismatch");
  expect(await refused({ extra: { name: "USD Coin", version: "2" } })).toContain("signature");
  const pauper = generatePrivateKey();
  expect(await facilitator().verify(await signed(pauper), terms())).toMatchObject({ invalidReason: expect.stringContaining("balance") });
});

test("a hundred payments at once are a hundred transfers", async () => {
  const before = await payments.balanceOf(payments.payTo);
  const settled = await Promise.all(Array.from({ length: 100 }, async () => facilitator().settle(await signed(), terms())));
  expect(settled.filter(({ success }) => success)).toHaveLength(100);
  expect(new Set(settled.map(({ transaction }) => transaction)).size).toBe(100);
  expect((await payments.balanceOf(payments.payTo)) - before).toBe(2_000_000n);
});

test("a chain that is kept goes on where it was, money and used authorizations", async () => {
  const dir = await mkdtemp(join(tmpdir(), "tsa-payments-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, "chain");
  const payment = await signed();
  await using first = await startPayments({ file });
  const settled = await new HTTPFacilitatorClient({ url: first.facilitatorUrl }).settle(payment, terms());
  expect(settled.success).toBe(true);
  await using second = await startPayments({ file });
  expect(await second.balanceOf(second.payTo)).toBe(20_000n);
  const again = await new HTTPFacilitatorClient({ url: second.facilitatorUrl }).verify(payment, terms());
  expect(again).toMatchObject({ isValid: false, invalidReason: expect.stringContaining("nonce") });
});
