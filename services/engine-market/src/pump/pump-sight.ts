import type { Trade } from "./order-flow.ts";
import { type PumpStart, pumpStarts, WARM_UP_MS } from "./pump.ts";

/** What a list of trades shows of a pump. */
export interface PumpSight {
  /** The rush that moved the price farthest; undefined when there was none. */
  start: PumpStart | undefined;
  /** How much of the way from the price before that rush to the highest after it is given back now, 0..1; 0 without one. */
  givenBack: number;
  /** A rush before that time would not have been seen, epoch ms. */
  seenFrom: number;
  trades: number;
}

/** Looks for pumps in trades, oldest first; `since` (epoch ms) is from when on the list lacks none. */
export function pumpSight(trades: readonly Trade[], since: number): PumpSight {
  const starts = [...pumpStarts(trades, since)].toSorted((a, b) => b.rise - a.rise);
  const [start] = starts;
  return { start, givenBack: start ? givenBackSince(start, trades) : 0, seenFrom: since + WARM_UP_MS, trades: trades.length };
}

function givenBackSince({ price, rise, detectedAt }: PumpStart, trades: readonly Trade[]): number {
  const later = trades.filter(({ at }) => at >= detectedAt).map((trade) => trade.price);
  const top = Math.max(price * (1 + rise), ...later);
  const last = trades.at(-1)?.price ?? top;
  return Math.min(1, Math.max(0, (top - last) / (top - price)));
}
