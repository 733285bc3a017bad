import { randomUUID } from "node:crypto";
import { openPayments } from "@token-sentiment/bus";
import { within } from "../deadline.ts";
import { ApiError } from "../errors.ts";
import { createInTurn } from "../in-turn.ts";
import type { SubmitResult } from "../submit.ts";
import { startAudit } from "./audit.ts";
import { challengeHeader } from "./challenge.ts";
import { createChain } from "./chain.ts";
import { openFacilitator } from "./facilitator.ts";
import { createPaymentMeters } from "./meters.ts";
import type { PaidContext } from "./paid-context.ts";
import { paidRequestId, type Paid, pay } from "./pay.ts";
import { paymentOf } from "./payment-header.ts";
import type { PaymentLimits } from "./limits.ts";
import { startReconciler } from "./reconcile.ts";
import { PaymentsUnavailableError, RefusedError, refusals } from "./refusal.ts";
import { createRpc } from "./rpc.ts";
import type { PaymentTerms } from "./terms.ts";

/** Where analyses are paid for. Disposing it stops the reconciling and the auditing. */
export interface PaymentDesk extends AsyncDisposable {
  terms: PaymentTerms;
  /** Accepts a paid analysis. @throws ApiError, with a challenge where another payment would help. */
  take(paid: Paid): Promise<SubmitResult & { requestId: string }>;
  /** The request_id of a payment whose client named none; undefined for what is no payment. */
  requestIdOf(header: string): string | undefined;
  /** An error that tells how to pay for the resource at `url`. */
  challenge(url: string, code?: "payment_required" | "demo_limit_reached", headers?: Readonly<Record<string, string>>): ApiError;
  /** Takes up, now, what other gateways left. */
  reconcile(): Promise<void>;
}

/** What a desk is opened with. */
export interface DeskOptions extends Pick<
  PaidContext,
  "bus" | "clock" | "pepper" | "admission" | "webhooks" | "log" | "metrics" | "terms"
> {
  limits: PaymentLimits;
  /** What the challenge and the facilitator are told beside the terms (x402 extensions). */
  extensions?: Record<string, unknown>;
}

/** Opens the desk. */
export async function openDesk(options: DeskOptions): Promise<PaymentDesk> {
  const { bus, metrics, terms, limits, extensions, log } = options;
  const { facilitatorUrl: url, networks } = terms;
  const reconciler = startReconciler(() => context, limits.reconcileEveryMs);
  const context: PaidContext = {
    ...options,
    payments: await openPayments(bus),
    facilitator: openFacilitator({ url, verifyMs: limits.verifyMs, settleMs: limits.settleMs, extensions }),
    chains: new Map(
      networks.map(({ network, rpcUrls }) => {
        const rpc = createRpc(rpcUrls);
        return [network, { rpc, chain: createChain(rpc) }];
      }),
    ),
    meters: createPaymentMeters(metrics, () => reconciler.open()),
    self: randomUUID(),
    leaseMs: limits.settleMs + limits.leaseMarginMs,
    patienceMs: limits.patienceMs,
  };
  const audit = startAudit(context);
  const { meters } = context;
  const inTurn = createInTurn(limits.patienceMs);

  const challengeOf = (resource: string, error: string): string => challengeHeader(terms, { url: resource, error, extensions });
  const challenge: PaymentDesk["challenge"] = (resource, code = "payment_required", headers = {}) =>
    new ApiError(code, { status: 402, headers: { ...headers, "payment-required": challengeOf(resource, code) } });

  function answerTo(error: unknown, resource: string): ApiError {
    if (error instanceof ApiError) return error;
    if (error instanceof RefusedError) {
      const { reason } = error;
      meters.refused(reason);
      return new ApiError("payment_refused", {
        detail: `${refusals[reason]} (${reason}); no money moved, and the header PAYMENT-REQUIRED says what is asked`,
        problems: [{ field: "PAYMENT-SIGNATURE", detail: reason }],
        headers: { "payment-required": challengeOf(resource, reason) },
      });
    }
    if (error instanceof PaymentsUnavailableError) return new ApiError("payment_unavailable", { cause: error });
    // Whatever it is, a payment may be under way: nothing here may make a client sign another.
    meters.unsettled();
    return new ApiError("payment_pending", { cause: error });
  }

  return {
    terms,
    challenge,
    requestIdOf(header) {
      const payment = paymentOf(header);
      return payment && paidRequestId(payment);
    },
    async take(paid) {
      try {
        // One after the other: whoever sends an authorization many times at once costs one settling and many looks.
        return await within(
          limits.answerMs,
          inTurn(paid.payment, () => pay(paid, context)),
        );
      } catch (error) {
        throw answerTo(error, paid.url);
      }
    },
    reconcile: reconciler.tick,
    async [Symbol.asyncDispose]() {
      await reconciler[Symbol.asyncDispose]();
      await audit[Symbol.asyncDispose]();
      log.info({}, "closed the payment desk");
    },
  };
}
