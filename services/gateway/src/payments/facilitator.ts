import { Bytes32 } from "@token-sentiment/contract";
import { z } from "zod";
import { type JsonAnswer, postJson } from "./bounded-json.ts";
import type { Payment } from "./payment-header.ts";
import { PaymentsUnavailableError, PendingError, type Refusal } from "./refusal.ts";
import type { PaymentRequirements } from "./terms.ts";

/** What came of settling. `maybe`: no word on whether the money moved. `refused`: it was not even tried. */
type Settling = { is: "settled"; tx: string } | { is: "refused"; reason: Refusal } | { is: "maybe"; error?: unknown };

/** Whoever checks payments and moves the money. Its words reach nobody: they are mapped to ours. */
export interface Facilitator {
  /** Undefined when it would settle this payment. @throws PaymentsUnavailableError. */
  verify(payment: Payment, offer: PaymentRequirements): Promise<Refusal | undefined>;
  /** @throws PendingError when it does not answer. */
  settle(payment: Payment, offer: PaymentRequirements): Promise<Settling>;
}

/** What one is opened with. Time limits in ms. */
export interface FacilitatorOptions {
  url: string;
  verifyMs: number;
  settleMs: number;
  /** Put into what it is told of a payment: what it may list of this service. */
  extensions?: Record<string, unknown> | undefined;
  now?: () => number;
}

const Verdict = z.object({ isValid: z.boolean(), invalidReason: z.string().nullish() });
const Settlement = z.object({
  success: z.boolean(),
  transaction: z.string().nullish(),
  network: z.string().nullish(),
  payer: z.string().nullish(),
  errorReason: z.string().nullish(),
});

const MAX_BYTES = 64 * 1024;
/** So many unanswered questions in a row, and nobody is sent there for a while. */
const FAILURES = 5;
const OPEN_MS = 10_000;

/** What a facilitator finds before it moves anything, by how its reason ends (with and without `invalid_exact_evm_`). */
const found: readonly [RegExp, Refusal][] = [
  [/insufficient_(funds|balance)$/, "insufficient_funds"],
  [/nonce_already_used$/, "nonce_used"],
  [/valid_before(_expired)?$/, "expired"],
  [/valid_after(_in_future)?$/, "not_yet_valid"],
  [/(invalid|evm|payload)_signature$/, "invalid_signature"],
  [
    /(simulation_failed|recipient_mismatch|value_mismatch|authorization_value|network_mismatch|name_mismatch|version_mismatch)$/,
    "verification_failed",
  ],
];
const refusalIn = (reason: string): Refusal | undefined => found.find(([pattern]) => pattern.test(reason))?.[1];

/** Opens a facilitator's interface (`/verify` and `/settle` of x402 v2). */
export function openFacilitator({ url, verifyMs, settleMs, extensions, now = () => performance.now() }: FacilitatorOptions): Facilitator {
  const base = url.replace(/\/+$/, "");
  let failures = 0;
  let openUntil = -Infinity;

  async function ask({ path, ms }: { path: string; ms: number }, payment: Payment, offer: PaymentRequirements): Promise<JsonAnswer> {
    const { resource, payload } = payment;
    const paymentPayload = { x402Version: 2, ...(resource && { resource }), accepted: offer, payload, ...(extensions && { extensions }) };
    try {
      const answer = await postJson(
        `${base}${path}`,
        { x402Version: 2, paymentPayload, paymentRequirements: offer },
        { ms, maxBytes: MAX_BYTES },
      );
      failures = 0;
      return answer;
    } catch (error) {
      if (++failures >= FAILURES) openUntil = now() + OPEN_MS;
      throw error;
    }
  }

  return {
    async verify(payment, offer) {
      if (now() < openUntil) throw new PaymentsUnavailableError("the facilitator has not answered for some time");
      const answer = await ask({ path: "/verify", ms: verifyMs }, payment, offer).catch((error: unknown) => {
        throw new PaymentsUnavailableError("the facilitator does not answer", { cause: error });
      });
      const verdict = Verdict.safeParse(answer.value).data;
      if (!verdict) throw new PaymentsUnavailableError(`the facilitator answers ${answer.status} without a verdict`);
      return verdict.isValid ? undefined : (refusalIn(verdict.invalidReason ?? "") ?? "verification_failed");
    },
    async settle(payment, offer) {
      const answer = await ask({ path: "/settle", ms: settleMs }, payment, offer).catch((error: unknown) => {
        throw new PendingError({ cause: error });
      });
      const told = Settlement.safeParse(answer.value).data;
      if (!told) return { is: "maybe" };
      const tx = Bytes32.safeParse(told.transaction?.toLowerCase()).data;
      if (told.success) {
        const { from } = payment.payload.authorization;
        // Of another network, another payer or no transaction it is no word on this payment.
        const ours = (told.network ?? offer.network) === offer.network && (told.payer ?? from).toLowerCase() === from;
        return ours && tx !== undefined ? { is: "settled", tx } : { is: "maybe" };
      }
      // What it found before it sent anything is certain; anything else may still be on its way.
      const reason = told.transaction ? undefined : refusalIn(told.errorReason ?? "");
      return reason === undefined ? { is: "maybe" } : { is: "refused", reason };
    },
  };
}
