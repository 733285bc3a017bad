/** Why a payment is refused, by the name that the challenge, the metrics and the documents use; the sentence is for people. No money moved. */
export const refusals = {
  invalid_payment: "PAYMENT-SIGNATURE is not the base64 JSON of an x402 v2 payment of scheme exact with an EIP-3009 authorization",
  wrong_network: "this network is not accepted",
  wrong_asset: "this asset is not accepted on this network",
  wrong_pay_to: "the authorization pays another address",
  wrong_amount: "the authorization is not of exactly the price",
  wrong_resource: "the payment was made for another resource",
  not_yet_valid: "the authorization is not valid yet",
  expired: "the authorization has expired, or will before it can be settled",
  valid_too_long: "the authorization is valid for more than an hour",
  invalid_signature: "the authorization is not signed by the address that is to pay",
  nonce_used: "the nonce of the authorization is used",
  insufficient_funds: "the address that is to pay holds less than the price",
  verification_failed: "the facilitator does not accept the payment",
  settlement_failed: "the payment could not be settled, and no money moved",
  result_gone: "the authorization was used more than 24 hours ago and its result is gone",
} as const;
export type Refusal = keyof typeof refusals;

/** A payment that is refused: its answer is 402 with a challenge. */
export class RefusedError extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(refusals[reason]);
    this.name = "RefusedError";
    this.reason = reason;
  }
}

/** The facilitator or a chain cannot be asked: nothing is known, and no money was asked to move. */
export class PaymentsUnavailableError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`payments cannot be taken: ${what}`, options);
    this.name = "PaymentsUnavailableError";
  }
}

/** Whether the money moved is not known yet: the authorization stays reserved. */
export class PendingError extends Error {
  constructor(options?: ErrorOptions) {
    super("the payment is being settled", options);
    this.name = "PendingError";
  }
}
