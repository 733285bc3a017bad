import type { PaymentRecord } from "@token-sentiment/contract";
import { about } from "../discovery/about.ts";
import { headerOf } from "./payment-header.ts";
import type { PaymentTerms } from "./terms.ts";

/** What is sold, as the challenge and the documents tell it. */
export const OFFERED = {
  description: "Sentiment and risk analysis of a crypto token: a verdict with its confidence, scenario probabilities and evidence",
  mimeType: "application/json",
  serviceName: about.name,
  tags: about.tags,
} as const;

/** Bytes of the challenge: common proxies have 4 KiB for all headers of an answer, and the others take up to 1,000. */
const CHALLENGE_MAX = 3000;

/** `PAYMENT-REQUIRED`: how to pay for the resource at `url`, and why there is no answer yet; `extensions` as x402 has them, where many networks leave them room. */
export function challengeHeader(
  { accepts }: PaymentTerms,
  { url, error, extensions }: { url: string; error: string; extensions?: Record<string, unknown> | undefined },
): string {
  const needed = { x402Version: 2, error, resource: { url, ...OFFERED }, accepts };
  const whole = headerOf({ ...needed, ...(extensions && { extensions }) });
  return whole.length <= CHALLENGE_MAX ? whole : headerOf(needed);
}

/** `PAYMENT-RESPONSE`: the receipt of a payment. Its transaction is empty as long as nobody has told which one it was. */
export const receiptHeader = ({ network, payer, tx, amount }: PaymentRecord): string =>
  headerOf({ success: true, transaction: tx ?? "", network, payer, amount });
