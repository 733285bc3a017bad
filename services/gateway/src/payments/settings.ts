import { Amount, PaymentNetworks, PayTo } from "@token-sentiment/contract";
import { z } from "zod";

/** The price of an analysis unless told otherwise: 0.02 USD in millionths. */
const PRICE = "20000";

const url = z.url({ protocol: /^https?$/, error: "an http or https URL is expected" });

/** The environment of payments: all unset = off. */
export const paymentSettings = {
  GATEWAY_X402_FACILITATOR_URL: url.optional().describe("the x402 facilitator that verifies and settles; unset = no payments"),
  GATEWAY_X402_PAY_TO: PayTo.optional().describe("the address that is paid"),
  GATEWAY_X402_NETWORKS: PaymentNetworks.optional().describe(
    "the chains that may be paid on, with the URLs of nodes that are asked what happened there",
  ),
  GATEWAY_X402_PRICE: Amount.default(PRICE).describe("the price of an analysis in millionths of a dollar"),
};

const NEEDED = ["GATEWAY_X402_FACILITATOR_URL", "GATEWAY_X402_PAY_TO", "GATEWAY_X402_NETWORKS"] as const;

/** Refuses half a configuration: who sets one of the three means to be paid. */
export function wholeOrOff(settings: Partial<Record<(typeof NEEDED)[number], unknown>>, context: z.core.$RefinementCtx): void {
  const unset = NEEDED.filter((name) => settings[name] === undefined);
  if (unset.length === 0 || unset.length === NEEDED.length) return;
  const set = NEEDED.find((name) => settings[name] !== undefined);
  const message = `payments need ${unset.join(" and ")} too, or none of the three`;
  context.addIssue({ code: "custom", path: [String(set)], message, input: settings });
}
