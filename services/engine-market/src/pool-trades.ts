import { sameAddress, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { DAY_MS } from "./candle.ts";
import { networks } from "./networks.ts";
import type { Trade } from "./pump/order-flow.ts";

/** Trades of one pool, oldest first, in USD. */
export interface PoolTrades {
  trades: Trade[];
  /** From when on no trade is missing, epoch ms. */
  since: number;
  /** Different accounts that bought and that sold since then. */
  traders: Traders;
  /** True when there were more in the 24 h than the source tells, or than can be read. */
  cut: boolean;
}

/** How many different accounts bought and sold in 24 h. */
export interface Traders {
  buyers: number;
  sellers: number;
}

/** Which pool, and which of its two tokens. */
export interface PoolAsked {
  chain: string;
  address: string;
  pool: string;
  /** Epoch ms; when it is known. */
  createdAt?: number | undefined;
}

/** The source tells this many at most. */
const TRADES_MAX = 300;

const positive = z.coerce.number().positive();
const Attributes = z.object({
  tx_hash: z.string().min(1),
  tx_from_address: z.string().min(1),
  price_from_in_usd: positive,
  price_to_in_usd: positive,
  from_token_address: z.string(),
  to_token_address: z.string(),
  volume_in_usd: z.coerce.number().nonnegative(),
  block_timestamp: z.iso.datetime(),
});
const Answer = z.object({ data: z.array(z.object({ attributes: z.unknown() })) });

/** A trade, and who made it. */
type Told = Trade & { account: string };

/**
 * The last 300 trades of a pool within 24 h, as its own token sees them: a pool has two, and which of them the source calls bought is not
 * said. @throws UnavailableError, also when it tells of another token.
 */
export async function poolTrades(
  geckoterminal: Upstream,
  { chain, address, pool, createdAt = 0 }: PoolAsked,
  { signal, now }: { signal: AbortSignal; now: number },
): Promise<PoolTrades> {
  const path = `/networks/${networks[chain] ?? chain}/pools/${pool}/trades`;
  const { data } = await geckoterminal.request(Answer, { path, signal });
  let unread = 0;
  // Newest first, also within a block: read backwards, so that the last trade is the last.
  const told = data.toReversed().flatMap(({ attributes }): Told[] => {
    const trade = Attributes.safeParse(attributes).data;
    if (!trade) {
      unread++;
      return [];
    }
    const isBuy = sameAddress(chain, trade.to_token_address, address);
    if (!isBuy && !sameAddress(chain, trade.from_token_address, address)) return [];
    return [
      {
        at: Date.parse(trade.block_timestamp),
        side: isBuy ? "buy" : "sell",
        price: isBuy ? trade.price_to_in_usd : trade.price_from_in_usd,
        amount: trade.volume_in_usd,
        order: trade.tx_hash,
        account: trade.tx_from_address,
      },
    ];
  });
  if (told.length === 0 && data.length > 0) throw new UnavailableError("geckoterminal told trades of another token");
  const trades = told.toSorted((a, b) => a.at - b.at);
  const cut = data.length >= TRADES_MAX || unread > 0;
  const from = unread > 0 ? now : trades[0]?.at;
  const accounts = (side: Trade["side"]): number => new Set(trades.filter((one) => one.side === side).map(({ account }) => account)).size;
  return {
    trades,
    since: cut ? (from ?? now) : Math.max(now - DAY_MS, createdAt),
    traders: { buyers: accounts("buy"), sellers: accounts("sell") },
    cut,
  };
}

const count = z.number().int().nonnegative();
const Pool = z.object({
  data: z.object({
    attributes: z.object({ transactions: z.object({ h24: z.object({ buyers: count, sellers: count }) }) }),
    relationships: z.object({ base_token: z.object({ data: z.object({ id: z.string() }) }) }),
  }),
});

/** How many different accounts bought and sold a token in a pool in 24 h. @throws UnavailableError. */
export async function poolTraders(geckoterminal: Upstream, { chain, address, pool }: PoolAsked, signal: AbortSignal): Promise<Traders> {
  const network = networks[chain] ?? chain;
  const { data } = await geckoterminal.request(Pool, { path: `/networks/${network}/pools/${pool}`, signal });
  const { buyers, sellers } = data.attributes.transactions.h24;
  const isBase = sameAddress(chain, data.relationships.base_token.data.id, `${network}_${address}`);
  // What one side of a pool is bought with is sold by the other.
  return isBase ? { buyers, sellers } : { buyers: sellers, sellers: buyers };
}
