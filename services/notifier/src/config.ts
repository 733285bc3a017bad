import { z } from "zod";

/** The notifier's environment. */
export const Config = z.object({
  WEBHOOK_SECRET_FILE: z
    .string({ error: "is not set" })
    .min(1)
    .describe("a file with a secret of at least 32 bytes, the same for every gateway and notifier"),
  WEBHOOK_ALLOW_PRIVATE: z
    .enum(["", "true"])
    .default("")
    .describe("true = webhooks reach loopback and private networks by plain http: in a sandbox only"),
});
