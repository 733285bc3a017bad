import type { PoolEvent } from "./pool-event.ts";

/** One trade through a pool. */
export interface Trade {
  /** Who sold the tokens or received them, in lower case. */
  account: string;
  kind: "buy" | "sell";
  token: bigint;
  coin: bigint;
}

/** The trades, in order. A seller is who delivered the tokens to the pool before the swap, in its transaction; a buyer, where it sent them. */
export function tradesOf(events: readonly PoolEvent[]): Trade[] {
  const delivered = new Map<string, string>();
  const trades: Trade[] = [];
  for (const event of events) {
    if (event.kind === "delivery") delivered.set(event.transaction, event.from);
    if (event.kind !== "swap") continue;
    const { in: put, out: got, to, transaction } = event;
    if (got.coin > put.coin) {
      trades.push({ account: delivered.get(transaction) ?? to, kind: "sell", token: put.token - got.token, coin: got.coin - put.coin });
    } else trades.push({ account: to, kind: "buy", token: got.token - put.token, coin: put.coin - got.coin });
  }
  return trades;
}
