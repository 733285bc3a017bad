import type { Transfer } from "../pool/pool-event.ts";
import type { Trade } from "../pool/trades.ts";

/** Sellers that had their tokens from one account. */
export interface CommonFunding {
  /** Who gave them, in lower case; empty when nobody gave to two sellers. */
  source: string;
  sellers: number;
  /** Their part of the coins that sales took out, 0..1. */
  share: number;
}

/** The account that gave tokens to the most sellers in the window. Exchanges, pools and contracts of the market in `market` give to everybody. */
export function commonFundingOf(
  trades: readonly Trade[],
  { transfers, market }: { transfers: readonly Transfer[]; market: ReadonlySet<string> },
): CommonFunding {
  const sold = new Map<string, number>();
  let total = 0;
  for (const { account, kind, coin } of trades) {
    if (kind !== "sell") continue;
    sold.set(account, (sold.get(account) ?? 0) + Number(coin));
    total += Number(coin);
  }
  const funded = new Map<string, Set<string>>();
  for (const { from, to } of transfers) {
    if (!sold.has(to) || from === to || market.has(from)) continue;
    const known = funded.get(from);
    if (known) known.add(to);
    else funded.set(from, new Set([to]));
  }
  const [source, sellers] = [...funded].reduce((top, next) => (next[1].size > top[1].size ? next : top), ["", new Set<string>()]);
  const share = [...sellers].reduce((sum, seller) => sum + (sold.get(seller) ?? 0), 0);
  return { source, sellers: sellers.size, share: total > 0 ? share / total : 0 };
}
