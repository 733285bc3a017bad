import { createWalletClient, type Hex, http, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { held, type Paid, sign, type Signed, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid();
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };
const abi = parseAbi([
  "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

/** Who pays, as one who sends transactions. */
function payer() {
  const { privateKey } = paid.payments.payer;
  const account = privateKeyToAccount(privateKey);
  return { account, client: createWalletClient({ account, transport: http(paid.payments.rpcUrl) }) };
}

/** Makes the payer do something on the chain between reservation and settling, and the facilitator say that the nonce is used. */
function beforeSettling(act: () => Promise<unknown>): void {
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle") return await pass();
    await act();
    return { json: { success: false, errorReason: "invalid_exact_evm_nonce_already_used", transaction: "" } };
  });
}

async function expectNoJobFor(payment: Signed): Promise<void> {
  const { status, headers } = await paid.gateway.post(PEPE, payment.header);
  expect([status, held(headers.get("payment-required")).error]).toEqual([402, "nonce_used"]);
  paid.fault(undefined);
  expect([await paid.recordOf(payment), await paid.received()]).toEqual([undefined, 0n]);
  expect(await paid.gateway.metrics()).toContain("tsa_gateway_payments_settled_total 0");
  const again = await paid.gateway.post(PEPE, payment.header);
  expect([again.status, again.body.errors[0].detail]).toEqual([402, "nonce_used"]);
}

const address = () => paid.terms.accepts[0]!.asset as Hex;

test("an authorization that its payer cancels while it settles is a used nonce and no payment", async () => {
  const payment = await sign(paid);
  const { account, client } = payer();
  const nonce = payment.nonce as Hex;
  const signature = await account.signTypedData({
    domain: { name: "USDC", version: "2", chainId: 84_532, verifyingContract: address() },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: account.address, nonce },
  });
  const args = [account.address, nonce, signature] as const;
  beforeSettling(() => client.writeContract({ address: address(), abi, functionName: "cancelAuthorization", args, chain: null }));
  await expectNoJobFor(payment);
});

test("a nonce that its payer uses for a transfer to itself while it settles is no payment", async () => {
  const payment = await sign(paid);
  const { account, client } = payer();
  const other = await sign(paid, { nonce: payment.nonce as Hex, to: account.address });
  const { authorization, signature } = held(other.header["payment-signature"]!).payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature] as const;
  beforeSettling(() => client.writeContract({ address: address(), abi, functionName: "transferWithAuthorization", args, chain: null }));
  await expectNoJobFor(payment);
});

test("an authorization that somebody else hands in while it settles has paid", async () => {
  const payment = await sign(paid);
  const { authorization, signature } = held(payment.header["payment-signature"]!).payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature] as const;
  const { client } = payer();
  beforeSettling(() => client.writeContract({ address: address(), abi, functionName: "transferWithAuthorization", args, chain: null }));
  const { status, headers } = await paid.gateway.post(PEPE, payment.header);
  paid.fault(undefined);
  expect([status, await paid.received()]).toEqual([202, 1n]);
  expect(held(headers.get("payment-response")).transaction).toMatch(/^0x[0-9a-f]{64}$/);
});
