import type { Address } from "viem";
import type { Provider } from "../web/provider.ts";
import { startWeb } from "../web/start-web.ts";
import { type PaymentChain, startPaymentChain } from "./start-payment-chain.ts";
import { PAYMENT_NETWORK, USDC } from "./usdc.ts";

/** A payment chain with its facilitator, on loopback. */
export interface Payments extends PaymentChain {
  /** Of the facilitator: `/supported`, `/verify` and `/settle` are below it. */
  facilitatorUrl: string;
  /** As x402 names it: `eip155:84532`. */
  network: typeof PAYMENT_NETWORK;
  /** USDC's address there. */
  asset: Address;
}

export interface PaymentsOptions {
  /** May put faults before the facilitator. */
  wrap?: (facilitator: Provider) => Provider;
  /** Where the chain is kept; nothing = nowhere. */
  file?: string;
}

/** Starts all that a paid call needs beside the gateway, without the rest of the sandbox, in about a second. */
export async function startPayments({ wrap = (facilitator) => facilitator, file }: PaymentsOptions = {}): Promise<Payments> {
  await using stack = new AsyncDisposableStack();
  const chain = stack.use(await startPaymentChain(file));
  const provider = wrap(chain.facilitator);
  const web = stack.use(await startWeb([provider]));
  const started = stack.move();
  return {
    ...chain,
    facilitatorUrl: web.urlOf(provider.name),
    network: PAYMENT_NETWORK,
    asset: USDC,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
