import type { PriceSeries } from "@token-sentiment/contract";
import { type Candle, DAY_MS } from "./candle.ts";

/** How far back a picture goes: two days, of hours. */
const SHOWN_MS = 2 * DAY_MS;
const MINUTE_MS = 60_000;

/** The closes of the last two days, for a picture; undefined when fewer than two are known. Candles come oldest first. */
export function priceSeries(candles: readonly Candle[], { now, source }: { now: number; source: string }): PriceSeries | undefined {
  const shown = candles.filter(({ at, close }) => at >= now - SHOWN_MS && at < now && Number.isFinite(close) && close >= 0);
  const [first] = shown;
  if (!first || shown.length < 2) return undefined;
  return {
    source,
    from: first.at,
    points: shown.slice(-200).map(({ at, close }) => [Math.round((at - first.at) / MINUTE_MS), Number(close.toPrecision(6))]),
  };
}
