import type { Example } from "@token-sentiment/contract";

/**
 * What people say about a token. `none`: nothing. `organic`: many hands, many words. `panic`: organic, and afraid.
 * `fud_campaign`: organic talk with a copy-paste rumour spread by few. `pump_campaign`: few hands praising it at once.
 */
export type Talk = "none" | "organic" | "panic" | "fud_campaign" | "pump_campaign";

/** One token of the local market, on whatever chain: what the answerers of the outside world know of it. */
export interface WorldToken extends Example {
  talk: Talk;
}

/** Coins a native coin is worth, in USD, on every chain of the sandbox; fixed, so that the same history has the same prices. */
export const NATIVE_USD: Record<string, number> = { "1": 3000, "56": 600, "8453": 3000, solana: 150 };
