import type { SealingSecret } from "@token-sentiment/runtime";
import { Webhook } from "standardwebhooks";

/** One message to sign. */
export interface Signable {
  id: string;
  /** Epoch ms of this attempt; whole seconds are signed. */
  at: number;
  body: string;
}

/** The three headers of Standard Webhooks 1.0, scheme v1 (HMAC-SHA256), with the secret that follows from the sealed target: nobody stores it. */
export function signedHeaders(secret: SealingSecret, target: string, { id, at, body }: Signable): Record<string, string> {
  const webhook = new Webhook(secret.derive(target).toString("base64"));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": webhook.sign(id, new Date(at), body),
  };
}
