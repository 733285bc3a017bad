import { x402Facilitator } from "@x402/core/facilitator";
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from "@x402/core/schemas";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { type Address, createWalletClient, http, publicActions, verifyTypedData } from "viem";
import { z } from "zod";
import { notFound, type Provider } from "../web/provider.ts";
import { PAYMENT_NETWORK, paymentChain } from "./usdc.ts";

const POLL_MS = 50;

const Body = z.object({
  paymentPayload: z.custom<PaymentPayload>((value) => PaymentPayloadV2Schema.safeParse(value).success, "no payment payload of x402 v2"),
  paymentRequirements: z.custom<PaymentRequirements>(
    (value) => PaymentRequirementsV2Schema.safeParse(value).success,
    "no payment requirements of x402 v2",
  ),
});

/**
 * A facilitator of x402 v2, the scheme `exact` on the payment chain: `/supported`, `/verify`, `/settle`. The library's own, on the node at
 * `rpcUrl`, which must sign for `account`: that one pays the gas. A settlement is answered after `settled`.
 */
export function facilitator(rpcUrl: string, account: Address, settled: () => Promise<void>): Provider {
  const client = createWalletClient({ account, chain: paymentChain, transport: http(rpcUrl), pollingInterval: POLL_MS }).extend(
    publicActions,
  );
  let sent: Promise<unknown> = Promise.resolve();
  /** The node counts an account's transactions, and two that arrive at once would get one number. */
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const turn = sent.then(send, send);
    sent = turn;
    return turn;
  };
  const signer = toFacilitatorEvmSigner({
    address: account,
    getCode: (asked) => client.getCode(asked),
    readContract: (call) => client.readContract(call),
    verifyTypedData: (signed) => verifyTypedData(signed),
    writeContract: (call) => inTurn(() => client.writeContract(call)),
    sendTransaction: (transaction) => inTurn(() => client.sendTransaction(transaction)),
    waitForTransactionReceipt: (sending) => client.waitForTransactionReceipt(sending),
  });
  const x402 = new x402Facilitator().register(PAYMENT_NETWORK, new ExactEvmScheme(signer));
  return {
    name: "x402",
    answer: async ({ method, path, body }) => {
      if (method === "GET" && path === "/supported") return { json: x402.getSupported() };
      if (method !== "POST" || (path !== "/verify" && path !== "/settle")) return notFound;
      const asked = Body.safeParse(body);
      if (!asked.success) return { status: 400, json: { error: z.prettifyError(asked.error) } };
      const { paymentPayload, paymentRequirements } = asked.data;
      if (path === "/verify") return { json: await x402.verify(paymentPayload, paymentRequirements) };
      const json = await x402.settle(paymentPayload, paymentRequirements);
      await settled();
      return { json };
    },
  };
}
