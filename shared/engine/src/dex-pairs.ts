import { z } from "zod";

/** A field that the source may leave out, send as null or misspell: then it is unknown, and the pool is none the worse. */
const known = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const count = known(z.number().nonnegative());
const trades = z.number().nonnegative();
const text = z.string().catch("");

/** One pool as DexScreener describes it; what is absent is unknown, and only where it is and of what is required. */
export const DexPair = z.object({
  chainId: z.string(),
  dexId: text,
  pairAddress: z.string().min(1),
  baseToken: z.object({ address: z.string().min(1), symbol: text }),
  /** Empty texts when the source does not tell it. */
  quoteToken: z.object({ address: text, symbol: text }).catch({ address: "", symbol: "" }),
  priceUsd: known(z.coerce.number().positive()),
  txns: known(z.object({ h24: known(z.object({ buys: trades, sells: trades })) })),
  volume: known(z.object({ h24: count })),
  liquidity: known(z.object({ usd: count })),
  /** Paid for and running. */
  boosts: known(z.object({ active: count })),
  /** Epoch ms. */
  pairCreatedAt: known(z.number()),
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
