import { paymentKey } from "@token-sentiment/contract";
import type { StoredPayment } from "@token-sentiment/bus";
import { setTimeout as delay } from "node:timers/promises";
import { acceptedOf, sameContent } from "../accepted.ts";
import { payerOf } from "../caller.ts";
import { ApiError } from "../errors.ts";
import { jobIdOf } from "../job-id.ts";
import { parseSubmission } from "../submission.ts";
import type { SubmitResult } from "../submit.ts";
import { receiptHeader } from "./challenge.ts";
import { offerOf } from "./check-payment.ts";
import type { PaidContext } from "./paid-context.ts";
import { type Payment, paymentOf } from "./payment-header.ts";
import { earnsRerun, leased, publishPaid, standingOf } from "./progress.ts";
import { PaymentsUnavailableError, PendingError, RefusedError } from "./refusal.ts";
import { isFree, reserve, type Signed, transferOf } from "./reserve.ts";
import { settleAndPublish, takeUp } from "./settle.ts";
import { isSignedByPayer } from "./signature.ts";
import { lastJob } from "./unleased.ts";

/** A POST that brings a payment. */
export interface Paid {
  /** The value of `PAYMENT-SIGNATURE`. */
  payment: string;
  /** Of the resource, as the challenge names it. */
  url: string;
  body: Record<string, unknown>;
  /** The client's; undefined when it named none. */
  requestId: string | undefined;
  fresh: boolean;
  /** The conversation that it belongs to, where the protocol has one. */
  contextId?: string | undefined;
}

const POLL_MS = 100;
/** More than others can come in between; a record that this release cannot read would be asked for again and again. */
const TURNS = 10;

/** The request_id of a paid request whose client named none: one an authorization, so that sending it again is the same request. */
export const paidRequestId = ({ payload }: Payment): string => `x402-${payload.authorization.nonce.slice(2)}`;

/** @throws RefusedError unless the payment is of these terms' networks and assets, and signed by its payer. */
async function signedOf(
  { payment: header, url, requestId, fresh, contextId }: Paid,
  context: PaidContext,
): Promise<Omit<Signed, "wanted">> {
  const payment = paymentOf(header);
  if (!payment) throw new RefusedError("invalid_payment");
  const offer = offerOf(payment, context.terms);
  if (typeof offer === "string") throw new RefusedError(offer);
  const rpc = context.chains.get(offer.network)?.rpc;
  if (!rpc || !(await isSignedByPayer(payment, offer, rpc))) throw new RefusedError("invalid_signature");
  const caller = payerOf(context.pepper, payment.payload.authorization.from).id;
  return { payment, offer, fresh, contextId, requestId: requestId ?? paidRequestId(payment), caller, url };
}

/**
 * Works on a payment, or waits for who does, until its job is published. The payer's authorization lets it settle what is not settled.
 * Undefined when it is forgotten meanwhile. Throws like `takeUp`.
 */
async function follow(
  key: string,
  signed: Signed | undefined,
  context: PaidContext,
): Promise<{ stored: StoredPayment; mine: boolean } | undefined> {
  const until = performance.now() + context.patienceMs;
  for (;;) {
    const stored = await context.payments.get(key);
    if (!stored) return undefined;
    const { state } = stored.payment;
    if (state === "published" || state === "failed") return { stored, mine: false };
    const taken = await takeUp(stored, signed, context).catch((error: unknown) => {
      if (error instanceof PaymentsUnavailableError) throw new PendingError({ cause: error });
      throw error;
    });
    if (taken) return { stored: taken, mine: true };
    if (performance.now() > until) throw new PendingError();
    await delay(POLL_MS);
  }
}

/** Publishes the job again that failed, once a payment. Undefined when another request did. */
async function rerun(stored: StoredPayment, context: PaidContext): Promise<StoredPayment | undefined> {
  const { payments, pepper, admission, meters, clock } = context;
  const { caller, request_id, jobs } = stored.payment;
  await admission.check();
  // No request_id has a control character.
  const job_id = jobIdOf(pepper, caller, `${request_id}\0rerun`);
  await payments.claim(job_id, { payment: stored.key, at: clock.now() }, async () => true);
  const mine = await payments.update(stored, leased({ ...stored.payment, state: "settled", jobs: [...jobs, { job_id }] }, context));
  if (!mine) return undefined;
  meters.rerun();
  return await publishPaid(mine, context);
}

/**
 * Accepts a paid analysis: validation, signature, replay, terms and facilitator, capacity, reservation, settling, publish, in this order. However often an authorization
 * is sent, and by however many gateways, it moves money once and has one job; one more, once, when that has failed.
 * @throws RefusedError, PaymentsUnavailableError, PendingError, ApiError, or the bus's errors.
 */
export async function pay(paid: Paid, context: PaidContext): Promise<SubmitResult & { requestId: string }> {
  const { payments, pepper, webhooks } = context;
  const submission = parseSubmission(paid.body);
  const signature = await signedOf(paid, context);
  const webhook = webhooks.targetOf(paid.body, { id: signature.caller, tier: "production" });
  const wanted = { ...submission, ...(webhook !== undefined && { webhook }) };
  const signed: Signed = { ...signature, wanted };
  const transfer = transferOf(signed);
  const own = paymentKey({ network: signed.offer.network, ...transfer });

  const answered = ({ payment }: StoredPayment, replayed: boolean) => ({
    accepted: acceptedOf({ job_id: lastJob(payment).job_id, coin_symbol: payment.request.coin_symbol }),
    replayed,
    headers: { "payment-response": receiptHeader(payment), ...webhooks.headersOf(payment.request.webhook) },
    requestId: payment.request_id,
  });
  const checked = ({ key, payment }: StoredPayment): void => {
    // The payer signed two authorizations with one nonce: this one moves nothing any more.
    if (key === own && (payment.pay_to !== transfer.pay_to || payment.amount !== transfer.amount)) throw new RefusedError("nonce_used");
    if (!sameContent(payment.request, wanted)) throw new ApiError("idempotency_mismatch");
  };

  /** A payment that has this request_id; one that is only just being reserved is not there yet. */
  const known = async (other: string): Promise<string> => {
    if (await payments.get(other)) return other;
    throw new PendingError();
  };

  let key = own;
  for (let turn = 0; turn < TURNS; turn++) {
    const before = await payments.get(key);
    if (before) {
      checked(before);
      const followed = await follow(key, key === own ? signed : undefined, context);
      if (!followed) continue;
      const standing = followed.mine ? "there" : await standingOf(followed.stored, context);
      const { payment } = followed.stored;
      // A failure that was noted earns its rerun also when the result is gone.
      if ((standing === "failed" || payment.state === "failed") && earnsRerun(payment)) {
        const again = await rerun(followed.stored, context);
        if (again) return answered(again, false);
        continue;
      }
      if (standing !== "gone") return answered(followed.stored, !followed.mine);
      if (key === own) throw new RefusedError("result_gone");
    }
    const claim = await payments.claimOf(jobIdOf(pepper, signed.caller, signed.requestId));
    if (claim && claim.payment !== own && key === own && !(await isFree(claim, context))) {
      key = await known(claim.payment);
      continue;
    }
    key = own;
    const reserved = await reserve(signed, context);
    if (reserved === undefined) continue;
    if ("taken" in reserved) {
      key = await known(reserved.taken);
      continue;
    }
    const done = await settleAndPublish(reserved, signed, context);
    if (done) return answered(done, false);
  }
  throw new PendingError();
}
