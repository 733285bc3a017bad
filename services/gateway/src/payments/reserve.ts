import { type PaymentClaim, type PaymentRecord, paymentKey } from "@token-sentiment/contract";
import { readRequest, StorageFullError, type StoredPayment } from "@token-sentiment/bus";
import { justEnding, type Wanted } from "../accepted.ts";
import { jobIdOf } from "../job-id.ts";
import { refusalOf } from "./check-payment.ts";
import type { PaidContext } from "./paid-context.ts";
import type { Payment } from "./payment-header.ts";
import { earnsRerun, leased, standingOf } from "./progress.ts";
import { PaymentsUnavailableError, RefusedError } from "./refusal.ts";
import type { PaymentRequirements } from "./terms.ts";
import { lastJob } from "./unleased.ts";

/** A payment that its payer signed, and what it is to pay for. */
export interface Signed {
  payment: Payment;
  offer: PaymentRequirements;
  wanted: Wanted;
  fresh: boolean;
  contextId?: string | undefined;
  requestId: string;
  caller: string;
  /** Of the resource that is paid for. */
  url: string;
}

/** A claim so old without a payment is of a gateway that died in between. */
const UNBACKED_MS = 60_000;

export const chainOf = ({ chains }: PaidContext, network: string) => {
  const known = chains.get(network);
  if (!known) throw new PaymentsUnavailableError(`${network} is not configured`);
  return known.chain;
};

/**
 * True when a job id that a payment claimed may be another's: nothing came of it, or its result is gone. @throws ApiError `unavailable` while the broker
 * still holds the old request, and would take no other: that would be paid for nothing.
 */
export async function isFree({ payment, at }: PaymentClaim, context: PaidContext): Promise<boolean> {
  const other = await context.payments.get(payment);
  if (!other) return context.clock.now() - at > UNBACKED_MS;
  const { state } = other.payment;
  if (state === "refused") return true;
  if (state !== "published" && state !== "failed") return false;
  if ((await standingOf(other, context)) !== "gone" || (state === "failed" && earnsRerun(other.payment))) return false;
  if (await readRequest(context.bus, lastJob(other.payment).job_id)) throw justEnding();
  return true;
}

/** The asset, the payer and the nonce of a payment, and what it moves. */
export const transferOf = ({ payment: { payload }, offer }: Pick<Signed, "payment" | "offer">) => {
  const { from: payer, nonce, to: pay_to, value: amount } = payload.authorization;
  return { asset: offer.asset, payer, nonce, pay_to, amount };
};

/** A full bucket has taken nothing, and that is known. */
function fullIsKnown(error: unknown): never {
  if (error instanceof StorageFullError) throw new PaymentsUnavailableError("there is no room for another one", { cause: error });
  throw error;
}

/**
 * Verifies a new payment and reserves its nonce, with the whole request, before any money moves. Answers the reservation; or the key of the payment that has this
 * request_id already; or undefined when another request reserved the nonce first. @throws RefusedError, PaymentsUnavailableError, or ApiError when there is no capacity.
 */
export async function reserve(signed: Signed, context: PaidContext): Promise<StoredPayment | { taken: string } | undefined> {
  const { payment, offer, wanted, fresh, contextId, requestId: request_id, caller, url } = signed;
  const { clock, payments, facilitator, admission, pepper, meters } = context;
  const refusal = refusalOf(payment, offer, { url, now: clock.now() });
  if (refusal) throw new RefusedError(refusal);
  const transfer = transferOf(signed);
  const [seen, verdict] = await Promise.all([chainOf(context, offer.network).look(transfer), facilitator.verify(payment, offer)]);
  const key = paymentKey({ network: offer.network, ...transfer });
  const no = seen.used ? "nonce_used" : verdict;
  if (no) {
    // Another request may have settled it while this one asked.
    if (await payments.get(key)) return undefined;
    throw new RefusedError(no);
  }
  meters.verified();
  await admission.check();

  const job_id = jobIdOf(pepper, caller, request_id);
  const owner = await payments.claim(job_id, { payment: key, at: clock.now() }, (claim) => isFree(claim, context)).catch(fullIsKnown);
  if (owner !== key) return { taken: owner };
  const record: PaymentRecord = {
    state: "settling",
    network: offer.network,
    ...transfer,
    valid_before: Number(payment.payload.authorization.validBefore),
    since_block: seen.block,
    reserved_at: clock.now(),
    caller,
    request_id,
    request: { ...wanted, ...(fresh && { fresh }), ...(contextId !== undefined && { context_id: contextId }) },
    jobs: [{ job_id }],
  };
  return await payments.create(leased(record, context)).catch(fullIsKnown);
}
