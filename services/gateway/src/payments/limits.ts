/** How long payments may take, in ms; tests may shorten them. */
export interface PaymentLimits {
  verifyMs: number;
  settleMs: number;
  /** A lease outlives the settling that it is for by so much. */
  leaseMarginMs: number;
  /** How long a request waits for another one that works on the same payment. */
  patienceMs: number;
  /** For the whole answer. Below the time limit of a handler. */
  answerMs: number;
  /** How often a gateway looks for payments that another one left. */
  reconcileEveryMs: number;
}

export const paymentLimits: PaymentLimits = {
  verifyMs: 5000,
  settleMs: 20_000,
  leaseMarginMs: 10_000,
  patienceMs: 25_000,
  answerMs: 35_000,
  reconcileEveryMs: 5000,
};
