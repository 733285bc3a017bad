import { z } from "zod";

/** A field that may be missing, null or of another shape: all three are undefined, and undefined is unknown. */
const maybe = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined);
/** The entries that have the shape; an entry of another shape costs only itself. */
const listOf = <S extends z.ZodType>(schema: S) =>
  maybe(
    z.array(z.unknown()).transform((items) =>
      items.flatMap((item): z.output<S>[] => {
        const parsed = schema.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );

/** More than any checker lists. */
export const HOLDERS_MAX = 1000;
/** The entries when all of them have the shape; without one of them what is left misleads. */
const wholeListOf = <S extends z.ZodType>(schema: S) => maybe(z.array(schema).max(HOLDERS_MAX));

/** Somebody's key: nobody's is written as an empty string or as the system program too. */
const maybeKey = maybe(z.string()).transform((key) => (key === "" || key === "11111111111111111111111111111111" ? undefined : key));

const Risk = z.object({ name: z.string(), value: z.string().catch(""), level: z.string().catch("") });
const Holder = z.object({
  /** The token account. */
  address: z.string(),
  owner: z.string(),
  /** Percent of the supply. */
  pct: z.number().nonnegative(),
  insider: z.boolean().catch(false),
});
const Lp = z.object({
  lpMint: maybe(z.string()),
  lpTotalSupply: maybe(z.number()),
  /** Percent. */
  lpLockedPct: maybe(z.number()),
  baseUSD: maybe(z.number()),
  quoteUSD: maybe(z.number()),
});
const Market = z.object({ pubkey: maybe(z.string()), marketType: z.string().catch(""), mintLP: maybe(z.string()), lp: maybe(Lp) });
export type Market = z.infer<typeof Market>;

/** `GET /v1/tokens/{mint}/report`, as far as it is read. Its score is not: it is the best of all for dead and for trusted tokens. */
export const Report = z.object({
  mint: z.string(),
  mintAuthority: maybeKey,
  freezeAuthority: maybeKey,
  token_extensions: maybe(z.object({ permanentDelegate: maybeKey, nonTransferable: maybe(z.boolean()) })),
  creator: maybeKey,
  /** In the smallest unit; u64s lose their last digits in JSON. */
  creatorBalance: maybe(z.number().nonnegative()),
  topHolders: wholeListOf(Holder),
  risks: listOf(Risk),
  markets: listOf(Market),
  totalMarketLiquidity: maybe(z.number().nonnegative()),
  totalHolders: maybe(z.number().nonnegative()),
  rugged: maybe(z.boolean()),
  knownAccounts: maybe(z.record(z.string(), z.object({ type: z.string().catch("") }))),
  verification: maybe(z.object({ jup_strict: maybe(z.boolean()) })),
  graphInsidersDetected: maybe(z.number().nonnegative()),
  insiderNetworks: listOf(z.object({ size: z.number().nonnegative() })),
  /** How many: a report is remembered, and their number has no limit. */
  creatorTokens: maybe(z.array(z.unknown()).transform(({ length }) => length)),
});
export type Report = z.infer<typeof Report>;

/** True when RugCheck has seen holders or a market: its silence on a token that it has not indexed says nothing at all. */
export const isIndexed = ({ totalHolders, topHolders, totalMarketLiquidity }: Report): boolean =>
  (totalHolders ?? 0) > 0 || (topHolders?.length ?? 0) > 0 || (totalMarketLiquidity ?? 0) > 0;
