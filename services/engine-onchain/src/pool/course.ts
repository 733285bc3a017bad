import type { MarketPool } from "@token-sentiment/evm";
import type { PoolEvent } from "./pool-event.ts";
import { reservesOver } from "./reserves.ts";

/** How a pool went through the window, oldest first; the first entries are those before its first event. */
export interface Course {
  /** In wei for one of the token's smallest unit. */
  prices: number[];
  /** What it held, in wei. */
  coins: bigint[];
}

/** Prices and depth of a pool over its events: of a V2 pair by its reserves, of a V3 pool by its swaps, its depth worked out backwards from now. */
export function courseOf(events: readonly PoolEvent[], pool: Pick<MarketPool, "kind" | "coinReserve" | "tokenReserve" | "price">): Course {
  return pool.kind === "v2" ? v2Course(events, pool) : v3Course(events, pool);
}

function v2Course(events: readonly PoolEvent[], { tokenReserve, coinReserve }: Pick<MarketPool, "tokenReserve" | "coinReserve">): Course {
  const found = reservesOver(events);
  const reserves = found.length > 0 ? found : [{ token: tokenReserve, coin: coinReserve }];
  const prices = reserves.flatMap(({ token, coin }) => (token > 0n && coin > 0n ? [Number(coin) / Number(token)] : []));
  return { prices, coins: reserves.map(({ coin }) => coin) };
}

function v3Course(events: readonly PoolEvent[], { coinReserve, price }: Pick<MarketPool, "coinReserve" | "price">): Course {
  const steps = events.flatMap((event) => (event.kind === "swap" && event.price ? [event.price] : []));
  const [first] = steps;
  const coins = [coinReserve];
  for (const event of events.toReversed()) {
    const change = gained(event);
    if (change !== 0n) coins.push((coins.at(-1) ?? 0n) - change);
  }
  return { prices: first ? [first.before, ...steps.map(({ after }) => after)] : [price], coins: coins.toReversed() };
}

/** Coins that a V3 pool got by an event; a removed position leaves with the collection that follows. */
function gained(event: PoolEvent): bigint {
  if (event.kind === "swap") return event.in.coin - event.out.coin;
  if (event.kind !== "position" || event.change === "removed") return 0n;
  return event.change === "added" ? event.amounts.coin : -event.amounts.coin;
}
