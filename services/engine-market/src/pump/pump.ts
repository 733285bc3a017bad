import { CHUNK_MS, type Chunk, chunks, type Trade } from "./order-flow.ts";
import { createUsual } from "./usual.ts";

/** A pump, as it was seen to begin. */
export interface PumpStart {
  /** The end of the chunk that showed it, epoch ms: nobody could have known earlier. */
  detectedAt: number;
  /** Market orders to buy in that chunk, what a chunk usually has, and how many standard deviations lie between. */
  rushOrders: number;
  usualRushOrders: number;
  deviations: number;
  /** The price before that chunk, and how far the chunk's high lies above it, as a share. */
  price: number;
  rise: number;
  /** The part of the chunk's amount that buyers took, 0..1. */
  boughtShare: number;
}

/** Chunks until a usual value counts half: six hours. */
const HALF_LIFE = (6 * 60 * 60 * 1000) / CHUNK_MS;
/** So long a market must have been watched before anything in it is unusual. */
export const WARM_UP_MS = 60 * 60 * 1000;
const WARM_UP = WARM_UP_MS / CHUNK_MS;
/** A pump and its echoes are one: nothing new is told for an hour. */
const QUIET = (60 * 60 * 1000) / CHUNK_MS;
/** What a crowd is: twenty orders in 25 s, twenty standard deviations above the usual, that move the price by 4 %, more bought than sold. */
const RUSH_ORDERS = 20;
const DEVIATIONS = 20;
const RISE = 0.04;
const BOUGHT_SHARE = 0.5;
/** The price before a chunk is a short mean of closes, so that one odd trade is none. */
const PRICE_STEP = 0.3;

/**
 * The pumps that begin in a token's trades: a rush of market orders to buy, far beyond what the token is used to, that moves the price at
 * once. The features are those of La Morgia et al. (rush orders and their dispersion per 25 s chunk); the thresholds are round numbers from a wide plateau over 26 recorded pumps (docs/evaluation.md).
 * Pure and streaming: one chunk and four moving numbers in memory, a start is yielded when its chunk is over. `since` (epoch ms) says from
 * when on these are all the trades there were; the first trade's time when omitted.
 */
export function* pumpStarts(trades: Iterable<Trade>, since?: number): Generator<PumpStart> {
  const usual = createUsual(HALF_LIFE);
  let first = since === undefined ? undefined : Math.floor(since / CHUNK_MS);
  let previous: Chunk | undefined;
  let price = 0;
  let quietUntil = -Infinity;
  for (const chunk of chunks(trades)) {
    first ??= chunk.index;
    const { index, rushOrders, high, close, amount, bought } = chunk;
    const deviation = Math.sqrt(usual.deviation ** 2 + 1);
    const deviations = (rushOrders - usual.mean) / deviation;
    const rise = price > 0 ? high / price - 1 : 0;
    const boughtShare = amount > 0 ? bought / amount : 0;
    const isRush = rushOrders >= RUSH_ORDERS && deviations >= DEVIATIONS && rise >= RISE && boughtShare >= BOUGHT_SHARE;
    if (isRush && index - first >= WARM_UP && index >= quietUntil) {
      quietUntil = index + QUIET;
      yield { detectedAt: (index + 1) * CHUNK_MS, rushOrders, usualRushOrders: usual.mean, deviations, price, rise, boughtShare };
    }
    // A pump is not what the token is used to: it counts as the least that is one, or the next would hide behind it.
    usual.add(Math.min(rushOrders, usual.mean + DEVIATIONS * deviation), previous ? index - previous.index - 1 : 0);
    price = price > 0 ? price + PRICE_STEP * (close - price) : close;
    previous = chunk;
  }
}
