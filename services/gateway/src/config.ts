import { z } from "zod";
import { paymentSettings, wholeOrOff } from "./payments/settings.ts";

/** Nothing that a shell, or a link in a document, reads as more than an address: the documents have the URL in both. */
const PLAIN_URL = /^https?:\/\/[A-Za-z0-9.:[\]_-]+(?:\/[A-Za-z0-9._~%/-]*)?$/;

/** The gateway's own environment. */
export const Config = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe("the HTTP port; 0 takes any free one"),
    /** Loopback unless told otherwise: a gateway on a developer's machine is nobody else's business. Containers set 0.0.0.0. */
    GATEWAY_HOST: z.string().min(1).default("127.0.0.1").describe("the address to listen on"),
    GATEWAY_PEPPER_FILE: z
      .string({ error: "is not set" })
      .min(1)
      .describe("a file with a secret of at least 32 bytes, the same for every gateway"),
    GATEWAY_CAPACITY: z.coerce.number().int().min(1).max(10_000).default(64).describe("analyses that may run at once"),
    GATEWAY_REPLICAS: z.coerce.number().int().min(1).max(100).default(1).describe("gateways that share the capacity"),
    GATEWAY_DEMO_CALLS: z.coerce
      .number()
      .int()
      .min(0)
      .max(500)
      .default(2)
      .describe("analyses a demo device may start in 7 days; 0 = no limit"),
    GATEWAY_DEMO_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(0)
      .max(500)
      .default(20)
      .describe("analyses one client address may start in 7 days without a key, whatever device it claims to be; 0 = no limit"),
    GATEWAY_RATE_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(6000)
      .describe("requests of any kind that one client address may send in a minute to one gateway; 0 = no limit"),
    GATEWAY_EXAMPLES_FILE: z.string().min(1).optional().describe("a JSON array of tokens to try"),
    GATEWAY_TRUST_PROXY: z.string().min(1).optional().describe("addresses or CIDRs of the proxies in front, separated by commas"),
    GATEWAY_PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "an http or https URL is expected" })
      .transform((url) => new URL(url).href.replace(/\/+$/, ""))
      .refine((url) => PLAIN_URL.test(url), "a URL without user, query, fragment and quotes is expected")
      .optional()
      .describe("where clients reach this service, for what it says of itself; unset = the host they name"),
    WEBHOOK_SECRET_FILE: z
      .string()
      .min(1)
      .optional()
      .describe("a file with a secret of at least 32 bytes, the same for every gateway and notifier; unset = no webhooks"),
    WEBHOOK_ALLOW_PRIVATE: z
      .enum(["", "true"])
      .default("")
      .describe("true = webhooks may name loopback and private networks, by plain http: in a sandbox only"),
    ...paymentSettings,
  })
  .superRefine(wholeOrOff);
export type Config = z.infer<typeof Config>;
