import { urlList } from "@token-sentiment/runtime";
import { z } from "zod";

/** The environment of every engine and of the resolver. */
export const WorkerConfig = z.object({
  ENGINE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8).describe("requests worked at once"),
  ENGINE_BUDGET_SCALE: z.coerce
    .number()
    .positive()
    .max(10_000)
    .default(1)
    .describe("multiplies every upstream's budget: 1 is the keyless one"),
});

/** The base URL of a provider, from the environment; empty = that source is off. */
export const sourceUrl = (provider: string) =>
  z
    .union([z.literal(""), z.url({ protocol: /^https?$/ })])
    .default("")
    .describe(`base URL of ${provider}; empty = not asked`);

/** The JSON-RPC endpoints of a chain, from the environment: a comma-separated list; empty = not asked. */
export const rpcEndpoints = (chain: string) =>
  urlList(/^https?$/).describe(`JSON-RPC endpoints of ${chain}, comma-separated, tried in order; empty = not asked`);
