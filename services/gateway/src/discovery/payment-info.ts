import type { PaymentTerms } from "../payments/terms.ts";

/** `x-payment-info` of an operation, as crawlers of OpenAPI documents read it: what a call costs and how it is paid. The challenge of a 402 is what counts. */
export const paymentInfo = ({ priceUsd, accepts }: PaymentTerms): Record<string, unknown> => ({
  price: { mode: "fixed", currency: "USD", amount: priceUsd },
  protocols: [{ x402: { version: 2, accepts } }],
});
