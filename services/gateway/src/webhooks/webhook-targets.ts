import { webhookUrl } from "@token-sentiment/contract";
import type { SealingSecret } from "@token-sentiment/runtime";
import type { Caller } from "../caller.ts";
import { invalid } from "../errors.ts";

/** Where ends of jobs are told, as they may be published: engines read the request, and learn neither the URL nor the secret. */
export interface WebhookTargets {
  /** The body's `webhook_url`, sealed about its caller; undefined when it has none. @throws ApiError `invalid_parameter`. */
  targetOf(body: Record<string, unknown>, caller: Caller): string | undefined;
  /** What the caller needs to verify what is told there: `Webhook-Secret`. */
  headersOf(target: string | undefined): Record<string, string>;
}

const FIELD = "webhook_url";

/** `secret` undefined: nothing is told. `anywhere`: loopback and private networks may be called, of a sandbox. */
export function webhookTargets(secret: SealingSecret | undefined, { anywhere }: { anywhere: boolean }): WebhookTargets {
  return {
    targetOf({ webhook_url: given }, caller) {
      if (given === undefined || given === null || given === "") return undefined;
      if (!secret) throw invalid(FIELD, "webhooks are not offered here: leave it out and poll");
      if (caller.tier !== "production") throw invalid(FIELD, "webhooks need an API key or a payment: leave it out and poll");
      const checked = typeof given === "string" ? webhookUrl(given.trim(), { anywhere }) : { problem: "a string is expected" };
      if ("problem" in checked) throw invalid(FIELD, checked.problem);
      return secret.seal(checked.url, caller.id);
    },
    headersOf: (target) =>
      target === undefined || !secret ? {} : { "webhook-secret": `whsec_${secret.derive(target).toString("base64")}` },
  };
}
