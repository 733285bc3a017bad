import { z } from "zod";

const count = z.number().nonnegative();
const Trades = z.object({ buys: count, sells: count });
const DexToken = z.object({ address: z.string().min(1), symbol: z.string().catch("") });

/** One pool as DexScreener describes it; what is absent is unknown. */
export const DexPair = z.object({
  chainId: z.string(),
  dexId: z.string().catch(""),
  pairAddress: z.string().min(1),
  baseToken: DexToken,
  quoteToken: DexToken,
  priceUsd: z.coerce.number().positive().optional(),
  txns: z.object({ h24: Trades.optional() }).optional(),
  volume: z.object({ h24: count.optional() }).optional(),
  liquidity: z.object({ usd: count.optional() }).nullish(),
  /** Epoch ms. */
  pairCreatedAt: z.number().optional(),
});
export type DexPair = z.infer<typeof DexPair>;

/** A list of pools; `null` is an empty one. A pool that cannot be read is left out, unless none can. */
export const DexPairs = z
  .array(z.unknown())
  .nullish()
  .transform((list, context): DexPair[] => {
    const pairs = (list ?? []).flatMap((one) => DexPair.safeParse(one).data ?? []);
    if (pairs.length === 0 && list && list.length > 0) context.addIssue({ code: "custom", message: "no pool can be read" });
    return pairs;
  });

/** Chains as DexScreener calls them, by ours. */
export const dexChains: Readonly<Record<string, string>> = { "1": "ethereum", "56": "bsc", "8453": "base", solana: "solana" };

/** EVM addresses are compared in lower case; a Solana address never changes. */
export const sameAddress = (chain: string, a: string, b: string): boolean =>
  chain === "solana" ? a === b : a.toLowerCase() === b.toLowerCase();
