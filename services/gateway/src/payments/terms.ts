import type { PaymentNetwork } from "@token-sentiment/contract";
import type { Config } from "../config.ts";

/** One way to pay, exactly as the challenge tells it (x402 v2, `PaymentRequirements`). */
export interface PaymentRequirements {
  scheme: "exact";
  /** CAIP-2. */
  network: string;
  /** In the asset's smallest unit, digits. */
  amount: string;
  /** Lower-case addresses. */
  asset: string;
  payTo: string;
  /** How long an authorization may be valid from when it is signed, seconds. */
  maxTimeoutSeconds: number;
  /** The asset's EIP-712 domain. */
  extra: { name: string; version: string };
}

/** What an analysis costs and how it is paid; what the challenge, the discovery documents and the checks agree on. */
export interface PaymentTerms {
  /** In US dollars, as people write it: `0.02`. */
  priceUsd: string;
  /** In millionths of a dollar, digits. */
  price: string;
  accepts: readonly PaymentRequirements[];
  /** Where a chain is read, by network. */
  networks: readonly PaymentNetwork[];
  facilitatorUrl: string;
}

/** Long enough for a person to confirm in a wallet, and for the slowest settling after it. */
const MAX_TIMEOUT_S = 300;

const MILLION = 1_000_000n;

/** Millionths as dollars without needless zeros: `20000` is `0.02`. */
export function usdOf(price: string): string {
  const units = BigInt(price);
  const fraction = String(units % MILLION)
    .padStart(6, "0")
    .replace(/0+$/, "");
  return `${units / MILLION}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The terms that an operator has set; undefined when payments are off. */
export function paymentTermsOf(
  config: Pick<Config, "GATEWAY_X402_FACILITATOR_URL" | "GATEWAY_X402_PAY_TO" | "GATEWAY_X402_NETWORKS" | "GATEWAY_X402_PRICE">,
): PaymentTerms | undefined {
  const {
    GATEWAY_X402_FACILITATOR_URL: facilitatorUrl,
    GATEWAY_X402_PAY_TO: payTo,
    GATEWAY_X402_NETWORKS: networks,
    GATEWAY_X402_PRICE: price,
  } = config;
  if (facilitatorUrl === undefined || payTo === undefined || networks === undefined) return undefined;
  const accepts = networks.map(({ network, asset, name, version }): PaymentRequirements => ({
    scheme: "exact",
    network,
    amount: price,
    asset,
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_S,
    extra: { name, version },
  }));
  return { priceUsd: usdOf(price), price, accepts, networks, facilitatorUrl };
}
