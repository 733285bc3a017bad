import { majorPair, UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { Candle } from "./candle.ts";
import type { Facts, Unknown } from "./facts.ts";
import { movementOf, volumeOf, weekOf } from "./movement.ts";
import { pairCandles } from "./sources.ts";

/** Within which an analysis asks, and its time, epoch ms. */
export interface Moment {
  signal: AbortSignal;
  now: number;
}

/** What was asked, or why it is not known: `off` when there is nobody to ask. */
export async function orWhy<T>(asking: Promise<T> | undefined, off: string): Promise<T | Unknown> {
  if (!asking) return { why: off };
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { why: error.message };
  }
}

/** What candles show, or why there are none. */
export function movedIn(history: Candle[] | Unknown, now: number): Pick<Facts, "movement" | "volume" | "week" | "withoutCandles"> {
  if ("why" in history) return { withoutCandles: history.why, movement: undefined, volume: undefined, week: undefined };
  return {
    withoutCandles: undefined,
    movement: movementOf(history, now),
    volume: volumeOf(history, now),
    week: weekOf(history, now),
  };
}

/** What a coin did in the same 24 h; the return is undefined when it could not be read. */
export async function referenceOf(binance: Upstream | undefined, coin: string, { signal, now }: Moment): Promise<Facts["reference"]> {
  const pair = majorPair(coin);
  const history = await orWhy(binance && pair !== undefined ? pairCandles(binance, pair, signal) : undefined, "binance is not configured");
  return { coin, dayReturn: movedIn(history, now).movement?.dayReturn };
}
