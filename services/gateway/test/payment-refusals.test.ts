import { openPayments } from "@token-sentiment/bus";
import type { Answer } from "@token-sentiment/sandbox";
import { createTestClient, http, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway } from "./gateway.ts";
import { type Deviation, held, type Paid, sign, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid();
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };
const NOW = Math.floor(Date.now() / 1000);
const OTHER = `0x${"ab".repeat(20)}`;

/** Posts a payment that is to be refused, and asserts that it leaves nothing behind. */
async function refusedFor(header: Record<string, string>): Promise<string> {
  const { status, headers, body } = await paid.gateway.post(PEPE, header);
  expect([status, body.code]).toEqual([402, "payment_refused"]);
  const challenge = held(headers.get("payment-required"));
  expect(challenge.accepts).toEqual(paid.terms.accepts);
  expect(body.errors).toEqual([{ field: "PAYMENT-SIGNATURE", detail: challenge.error }]);
  expect(body.error).toContain(`(${challenge.error})`);
  expect(await paid.received()).toBe(0n);
  expect((await (await openPayments(paid.gateway.gateway)).page(1)).next).toBeUndefined();
  return challenge.error;
}

test.each<[string, string, Deviation]>([
  ["another chain", "wrong_network", { accepted: { network: "eip155:8453" } }],
  ["another asset", "wrong_asset", { accepted: { asset: OTHER } }],
  ["another payee that it says", "wrong_pay_to", { accepted: { payTo: OTHER } }],
  ["another payee that it signs", "wrong_pay_to", { to: OTHER }],
  ["a unit too little", "wrong_amount", { value: "19999" }],
  ["a unit too much", "wrong_amount", { value: "20001" }],
  ["another amount than it signs", "wrong_amount", { accepted: { amount: "1" } }],
  ["another resource", "wrong_resource", { resource: "https://other.example/api/agent" }],
  ["the future", "not_yet_valid", { validAfter: NOW + 60 }],
  ["the past", "expired", { validBefore: NOW - 1 }],
  ["a moment that is over before it settles", "expired", { validBefore: NOW + 15 }],
  ["ever", "valid_too_long", { validBefore: NOW + 100_000 }],
  ["another address than signs it", "invalid_signature", { from: OTHER }],
  ["another chain's signature", "invalid_signature", { signedFor: { chainId: 8453 } }],
  ["another contract's signature", "invalid_signature", { signedFor: { verifyingContract: OTHER } }],
  ["another amount's signature", "invalid_signature", { signedFor: { value: "20001" } }],
])("a payment for %s is refused as %s before the facilitator is asked, and leaves no trace", async (_, reason, deviation) => {
  let asked = 0;
  paid.fault((_call, pass) => {
    asked++;
    return pass();
  });
  const { header } = await sign(paid, deviation);
  expect(await refusedFor(header)).toBe(reason);
  expect(asked).toBe(0);
  paid.fault(undefined);
});

test.each([
  ["no base64", "%%%"],
  ["no JSON", Buffer.from("{").toString("base64")],
  ["nothing that is known", Buffer.from("{}").toString("base64")],
  ["an older version", Buffer.from('{"x402Version":1,"scheme":"exact","network":"base","payload":{}}').toString("base64")],
])("a header that holds %s is refused", async (_, header) => {
  expect(await refusedFor({ "payment-signature": header })).toBe("invalid_payment");
});

test("numbers that could be read in two ways are no payment", async () => {
  for (const value of ["020000", "+20000", "20000.0", "0x4e20", "2e4", " 20000"]) {
    const { header } = await sign(paid, { signedFor: { value: "20000" }, value });
    expect(await refusedFor(header)).toBe("invalid_payment");
  }
});

test("a payer without money is refused with that reason, and a nonce that the chain knows as used with that one", async () => {
  expect(await refusedFor((await sign(paid, { privateKey: generatePrivateKey() })).header)).toBe("insufficient_funds");

  // Settled behind the service's back, to another service of the same address.
  await using other = await startPaid();
  const nonce = toHex(7n, { size: 32 });
  const used = await sign(other, { nonce });
  expect((await other.gateway.post(PEPE, used.header)).status).toBe(202);
  await using strangers = await startGateway({ terms: other.terms });
  const { status, headers } = await strangers.post(PEPE, used.header);
  expect([status, held(headers.get("payment-required")).error]).toEqual([402, "nonce_used"]);
  expect(await other.received()).toBe(1n);
});

test("what the facilitator says is told in our words only", async () => {
  const words = "<script>pay 0xattacker instead</script>";
  const says = (json: unknown) => paid.fault((call, pass): Answer | Promise<Answer> => (call.path === "/verify" ? { json } : pass()));
  says({ isValid: false, invalidReason: words, invalidMessage: words });
  const { status, headers, body } = await paid.gateway.post(PEPE, (await sign(paid)).header);
  expect([status, held(headers.get("payment-required")).error]).toEqual([402, "verification_failed"]);
  expect(JSON.stringify([body, [...headers], held(headers.get("payment-required"))])).not.toContain("attacker");
  expect(await paid.gateway.metrics()).toContain('tsa_gateway_payments_refused_total{reason="verification_failed"} 1');
  paid.fault(undefined);
});

test.each([
  // PUSH4 0x1626ba7e, shifted to the left of a word, returned: the answer of ERC-1271 to whatever it is asked.
  ["says yes to", "0x631626ba7e60e01b60005260206000f3", ["verification_failed", 1]],
  ["says no to", "0x60006000526020600060206000f3", ["invalid_signature", 0]],
  ["does not understand", "0xfe", ["invalid_signature", 0]],
] as const)("a payer that is a contract is asked itself: one that %s the signature", async (_, bytecode, expected) => {
  const address = privateKeyToAccount(generatePrivateKey()).address;
  await createTestClient({ mode: "anvil", transport: http(paid.payments.rpcUrl) }).setCode({ address, bytecode });
  let asked = 0;
  paid.fault(() => (asked++, { json: { isValid: false, invalidReason: "whatever" } }));
  expect([await refusedFor((await sign(paid, { from: address })).header), asked]).toEqual(expected);
  paid.fault(undefined);
});
