import type { History } from "./history.ts";

/** Start in epoch seconds, open, high, low, close, volume in USD. */
export type Candle = [start: number, open: number, high: number, low: number, close: number, volume: number];

/** Candles of so many seconds, newest first; intervals without a trade have none, and each opens where the one before closed. */
export function candlesOf({ trades }: History, seconds: number, { limit, before }: { limit: number; before: number }): Candle[] {
  const candles: Candle[] = [];
  for (const { at, price, volumeUsd } of trades) {
    const start = Math.floor(at / 1000 / seconds) * seconds;
    const last = candles.at(-1);
    if (start >= before) break;
    if (last?.[0] !== start) {
      const open = last?.[4] ?? price;
      candles.push([start, open, Math.max(open, price), Math.min(open, price), price, volumeUsd]);
      continue;
    }
    last[2] = Math.max(last[2], price);
    last[3] = Math.min(last[3], price);
    last[4] = price;
    last[5] += volumeUsd;
  }
  return candles.toReversed().slice(0, limit);
}
