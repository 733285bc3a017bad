import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { EvmChainId } from "@token-sentiment/evm";
import { z } from "zod";

/** A trade as GeckoTerminal tells it. */
interface TradeTold {
  /** Who sent the transaction, in lower case. */
  account: string;
  kind: "buy" | "sell";
  /** Of the token and of the coin, in whole units. */
  token: number;
  coin: number;
  /** Epoch ms. */
  at: number;
}

/** Trades of a pool, oldest first; `complete` = these are all of the last 24 h. */
export interface TradesTold {
  trades: TradeTold[];
  complete: boolean;
}

const networks: Readonly<Record<EvmChainId, string>> = { "1": "eth", "56": "bsc", "8453": "base" };
/** The source tells this many at most. */
const MOST_TRADES = 300;

const amount = z.coerce.number().positive();
const Attributes = z.object({
  tx_from_address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  from_token_amount: amount,
  to_token_amount: amount,
  from_token_address: z.string(),
  to_token_address: z.string(),
  block_timestamp: z.iso.datetime(),
});
const Trades = z.object({ data: z.array(z.object({ attributes: z.unknown() })) });
const percentText = z.coerce.number().min(0).max(100);
const Info = z.object({
  data: z.object({
    attributes: z.object({
      address: z.string(),
      holders: z.object({ count: z.number().int().nullish(), distribution_percentage: z.object({ top_10: percentText }) }).nullish(),
    }),
  }),
});

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The pool's last trades of 24 h, at most 300. @throws UnavailableError, also when it tells of another token. */
export async function tradesTold(
  geckoterminal: Upstream,
  { chain, pool, token }: { chain: EvmChainId; pool: string; token: string },
  signal: AbortSignal,
): Promise<TradesTold> {
  const { data } = await geckoterminal.request(Trades, { path: `/networks/${networks[chain]}/pools/${pool}/trades`, signal });
  const trades = data.flatMap(({ attributes }): TradeTold[] => {
    const trade = Attributes.safeParse(attributes).data;
    if (!trade) return [];
    const buy = isSame(trade.to_token_address, token);
    if (!buy && !isSame(trade.from_token_address, token)) return [];
    const [given, taken] = [trade.from_token_amount, trade.to_token_amount];
    return [
      {
        account: trade.tx_from_address.toLowerCase(),
        kind: buy ? "buy" : "sell",
        token: buy ? taken : given,
        coin: buy ? given : taken,
        at: Date.parse(trade.block_timestamp),
      },
    ];
  });
  if (trades.length === 0 && data.length > 0) throw new UnavailableError("geckoterminal told trades of another token");
  return { trades: trades.toSorted((a, b) => a.at - b.at), complete: data.length < MOST_TRADES };
}

/** The share of the supply that the ten largest holders have, 0..1; undefined when the source has not counted them. @throws UnavailableError */
export async function topTenTold(
  geckoterminal: Upstream,
  { chain, token }: { chain: EvmChainId; token: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  const { data } = await geckoterminal.request(Info, { path: `/networks/${networks[chain]}/tokens/${token}/info`, signal });
  const { address, holders } = data.attributes;
  if (!isSame(address, token)) throw new UnavailableError("geckoterminal told of another token");
  return holders ? holders.distribution_percentage.top_10 / 100 : undefined;
}
