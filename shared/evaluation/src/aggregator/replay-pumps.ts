import { type Candle, movementOf, observeMarket, pumpSight, pumpStarts, type Trade } from "@token-sentiment/engine-market";
import { hasSpike, type PumpEvent, pumpEvents } from "../market/pump-event.ts";
import { replayed, type Replay } from "./replay.ts";

const HOUR_MS = 3_600_000;
/** An alarm so near the announcement is its own; without one somebody asks so long after it. */
const NEAR_MS = 120_000;
/** The rise that the dataset's authors ask for comes within it. */
const SPIKE_MS = 15 * 60_000;
/** Looks at the same coin before anything was announced. */
const CALM_HOURS = [24, 12];

const of = { dataset: "pump_ticks_binance", engine: "market", licence: undefined } as const;

/** Hourly candles of trades, oldest first. What was paid is in BTC and no candle's volume, which is in USD. */
function candlesOf(trades: readonly Trade[]): Candle[] {
  const candles: Candle[] = [];
  for (const { at: tradedAt, price } of trades) {
    const at = tradedAt - (tradedAt % HOUR_MS);
    const last = candles.at(-1);
    if (last?.at === at) {
      [last.high, last.low, last.close] = [Math.max(last.high, price), Math.min(last.low, price), price];
    } else candles.push({ at, open: price, high: price, low: price, close: price, volumeUsd: 0 });
  }
  return candles;
}

/** What the market engine says at `now` of the trades until then. */
function observedAt({ trades }: PumpEvent, now: number) {
  const known = trades.filter(({ at }) => at < now);
  const facts = {
    pool: undefined,
    candlesFrom: "binance",
    withoutCandles: undefined,
    movement: movementOf(candlesOf(known), now),
    volume: undefined,
    reference: undefined,
    pump: pumpSight(known, known[0]?.at ?? now),
  } as const;
  return observeMarket(facts, now);
}

/** When the engine's own detector rings at the announcement, else two minutes after it. */
function detectionOf({ announcedAt, trades }: PumpEvent): number {
  const until = trades.filter(({ at }) => at < announcedAt + 2 * NEAR_MS);
  const alarm = [...pumpStarts(until)].find(({ detectedAt }) => Math.abs(detectedAt - announcedAt) <= NEAR_MS);
  return alarm?.detectedAt ?? announcedAt + NEAR_MS;
}

/** The market engine on every trade around announced pumps: at the pump, and on the same coin a day and half a day before. */
export const pumpReplay: Replay = {
  ...of,
  async *cases(folder) {
    for await (const event of pumpEvents(folder)) {
      if (!hasSpike(event)) continue;
      const { name, announcedAt } = event;
      const [coin_symbol = name] = name.split("_");
      for (const hours of CALM_HOURS) {
        const detected_at = announcedAt - hours * HOUR_MS;
        const outcome = { outcome: "none", outcome_known_at: announcedAt, outcome_by: "nobody announced anything until then" } as const;
        yield replayed(of, { name: `${name} -${hours} h`, coin_symbol, detected_at, ...outcome }, observedAt(event, detected_at));
      }
      const detected_at = detectionOf(event);
      const outcome = {
        outcome: "whale_manipulation",
        outcome_known_at: announcedAt + SPIKE_MS,
        outcome_by: "the announcement, and a spike of 6 % within 15 minutes",
      } as const;
      yield replayed(of, { name: `${name} pump`, coin_symbol, detected_at, ...outcome }, observedAt(event, detected_at));
    }
  },
};
