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
  /** How far the chunk's high lies above the price before it, as a share. */
  rise: number;
  /** The part of the chunk's amount that buyers took, 0..1. */
  boughtShare: number;
}

/** Chunks until a usual value counts half: six hours. */
const HALF_LIFE = (6 * 60 * 60 * 1000) / CHUNK_MS;
/** An hour of trades must have been seen before anything is unusual. */
const WARM_UP = (60 * 60 * 1000) / CHUNK_MS;
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
 * Pure and streaming: one chunk and four moving numbers in memory, a start is yielded when its chunk is over.
 */
export function* pumpStarts(trades: Iterable<Trade>): Generator<PumpStart> {
  const usual = createUsual(HALF_LIFE);
  let first: number | undefined;
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
      yield { detectedAt: (index + 1) * CHUNK_MS, rushOrders, usualRushOrders: usual.mean, deviations, rise, boughtShare };
    }
    // A pump is not what the token is used to: it counts as the least that is one, or the next would hide behind it.
    usual.add(Math.min(rushOrders, usual.mean + DEVIATIONS * deviation), previous ? index - previous.index - 1 : 0);
    price = price > 0 ? price + PRICE_STEP * (close - price) : close;
    previous = chunk;
  }
}
