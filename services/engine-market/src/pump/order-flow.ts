/** One trade. Trades come in the order of `at`. */
export interface Trade {
  /** Epoch ms. */
  at: number;
  /** Who took the price that was there. */
  side: "buy" | "sell";
  /** Positive, in any unit that stays the same. */
  price: number;
  /** What was paid, in any unit that stays the same. */
  amount: number;
  /** Trades of one order bear one name. Without it, trades of one `at` are one order: so exchanges write them, while a chain puts many orders into one block. */
  order?: string;
}

/** The published chunk: at 25 s La Morgia et al. ("The Doge of Wall Street", 2021) report their best F1. */
export const CHUNK_MS = 25_000;

/** What was traded in one chunk. */
export interface Chunk {
  /** Which: `at` divided by the chunk's length, rounded down. */
  index: number;
  trades: number;
  /**
   * Rush orders: market orders to buy. An exchange writes one order that eats through several prices as several trades of one millisecond,
   * so trades of one `at` are one order unless they are named (La Morgia et al., section 5).
   */
  rushOrders: number;
  amount: number;
  bought: number;
  high: number;
  /** The mean price of the trades of its last time. */
  close: number;
}

/**
 * Cuts trades into chunks of 25 s, one chunk in memory at a time. A chunk in which nobody traded is left out; trades out of order join the
 * chunk at hand. In which order trades of one time come does not matter: sources differ in it.
 */
export function* chunks(trades: Iterable<Trade>): Generator<Chunk> {
  let chunk: Chunk | undefined;
  const orders = new Set<number | string>();
  let last = { at: -Infinity, trades: 0 };
  for (const { at, side, price, amount, order = at } of trades) {
    const index = Math.floor(at / CHUNK_MS);
    if (!chunk || index > chunk.index) {
      if (chunk) yield chunk;
      chunk = { index, trades: 0, rushOrders: 0, amount: 0, bought: 0, high: price, close: price };
      orders.clear();
      last = { at, trades: 0 };
    }
    if (at !== last.at) last = { at, trades: 0 };
    last.trades++;
    chunk.trades++;
    chunk.amount += amount;
    chunk.high = Math.max(chunk.high, price);
    chunk.close = last.trades === 1 ? price : chunk.close + (price - chunk.close) / last.trades;
    if (side !== "buy") continue;
    chunk.bought += amount;
    orders.add(order);
    chunk.rushOrders = orders.size;
  }
  if (chunk) yield chunk;
}
