import { z } from "zod";

const Url = z.url({ protocol: /^https?$/ });
const source = (name: string) =>
  z
    .union([z.literal(""), Url])
    .default("")
    .describe(`base URL of ${name}; empty = not asked`);

/** The Solana engine's environment. */
export const Config = z.object({
  ENGINE_SOLANA_RPC: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((url) => url.trim())
        .filter((url) => url !== ""),
    )
    .pipe(z.array(Url))
    .describe("JSON-RPC endpoints of Solana, comma-separated, tried in order; empty = not asked"),
  ENGINE_RUGCHECK_URL: source("RugCheck"),
  ENGINE_GOPLUS_URL: source("GoPlus"),
});
