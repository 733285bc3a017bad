import { OFFERED } from "../payments/challenge.ts";
import type { PaymentTerms } from "../payments/terms.ts";

/**
 * `/.well-known/x402`: what can be paid for here. `resources` is the list that crawlers know; `items` says the same as a facilitator's catalogue
 * does, with the terms. Both are empty when payments are off.
 */
export function x402Resources(url: string, terms: PaymentTerms | undefined) {
  const resource = `${url}/api/agent`;
  return {
    version: 1,
    resources: terms ? [resource] : [],
    x402Version: 2,
    items: terms
      ? [
          {
            resource,
            type: "http",
            method: "POST",
            x402Version: 2,
            accepts: terms.accepts,
            ...OFFERED,
          },
        ]
      : [],
    instructions: `${terms ? "POST to the resource; without payment the answer is 402 with a challenge." : "Nothing is paid for here."} ${url}/llms.txt tells the rest.`,
  };
}
