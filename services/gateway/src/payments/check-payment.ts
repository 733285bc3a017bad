import type { Payment } from "./payment-header.ts";
import { type Refusal } from "./refusal.ts";
import type { PaymentRequirements, PaymentTerms } from "./terms.ts";

/** The slowest settling, and a block after it. */
export const SETTLE_MARGIN_S = 30;
/** A wallet's clock may be ahead. */
const SKEW_S = 5;
/** What was refused is watched until its authorization ends. */
const LONGEST_S = 3600;

/** The terms whose network and asset a payment names: those decide how it is signed. */
export function offerOf({ accepted }: Payment, { accepts }: PaymentTerms): PaymentRequirements | Refusal {
  const ofNetwork = accepts.filter(({ network }) => network === accepted.network);
  if (ofNetwork.length === 0) return "wrong_network";
  return ofNetwork.find(({ asset }) => asset === accepted.asset) ?? "wrong_asset";
}

/** Compares a payment with what is asked, to the digit; `now` in epoch ms, `url` is the resource's. Undefined when it fits. */
export function refusalOf(
  { resource, accepted, payload: { authorization } }: Payment,
  { amount, payTo }: PaymentRequirements,
  { url, now }: { url: string; now: number },
): Refusal | undefined {
  const seconds = Math.floor(now / 1000);
  const { to, value, validAfter, validBefore } = authorization;
  if (accepted.payTo !== payTo || to !== payTo) return "wrong_pay_to";
  if (accepted.amount !== amount || value !== amount) return "wrong_amount";
  if (resource && resource.url !== url) return "wrong_resource";
  if (BigInt(validAfter) > BigInt(seconds + SKEW_S)) return "not_yet_valid";
  if (BigInt(validBefore) < BigInt(seconds + SETTLE_MARGIN_S)) return "expired";
  if (BigInt(validBefore) > BigInt(seconds + LONGEST_S)) return "valid_too_long";
  return undefined;
}
