import { join } from "node:path";
import { type Candle, movementOf, observeMarket, weekOf } from "@token-sentiment/engine-market";
import { Branch, type Evidence } from "@token-sentiment/contract";
import { z } from "zod";
import { csvRows } from "../csv.ts";

/** What the dataset's rule makes of a price event. */
const IncidentOutcome = z.enum([...Branch.options, "sustained_rise", "after_pump_dump", "ambiguous"]);

/** A price event, as the market engine saw it at the hour it was detected, and what came of it. */
export interface Incident {
  id: string;
  symbol: string;
  outcome: z.infer<typeof IncidentOutcome>;
  detectedAt: number;
  evidence: Pick<Evidence, "signals" | "measures">;
}

const EVENT_COLUMNS = ["event_id", "symbol", "t_detect", "btc24", "outcome"];
const HOUR_MS = 3_600_000;
const timeOf = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/** Closes of each event's window, by event. */
async function closesByEvent(folder: string): Promise<Map<string, { at: number; close: number }[]>> {
  const closes = new Map<string, { at: number; close: number }[]>();
  for await (const { event_id = "", ts = "", close } of csvRows(join(folder, "hourly_windows", "systematic_windows.csv.gz"), [
    "event_id",
    "ts",
    "close",
  ])) {
    const list = closes.get(event_id) ?? [];
    list.push({ at: timeOf(ts), close: Number(close) });
    closes.set(event_id, list);
  }
  return closes;
}

/** Hourly candles of closes alone: an hour opens where the one before closed. */
const candlesOf = (closes: readonly { at: number; close: number }[]): Candle[] =>
  closes.map(({ at, close }, index) => {
    const open = closes[index - 1]?.close ?? close;
    return { at: at - HOUR_MS, open, close, high: Math.max(open, close), low: Math.min(open, close), volumeUsd: 0 };
  });

/** The events of which a day of closes is there, oldest first; what came after the detection is not shown to the engine. */
export async function readIncidents(folder: string): Promise<Incident[]> {
  const closes = await closesByEvent(folder);
  const found: Incident[] = [];
  for await (const { event_id = "", symbol = "", t_detect = "", btc24, outcome } of csvRows(
    join(folder, "systematic_events.csv"),
    EVENT_COLUMNS,
  )) {
    const detectedAt = timeOf(t_detect);
    const known = (closes.get(event_id) ?? []).filter(({ at }) => at <= detectedAt);
    if (known.length < 24) continue;
    const candles = candlesOf(known);
    const [movement, week] = [movementOf(candles, detectedAt), weekOf(candles, detectedAt)];
    const reference = { coin: "BTC", dayReturn: Number(btc24) };
    const facts = {
      pool: undefined,
      candlesFrom: "binance",
      withoutCandles: undefined,
      movement,
      week,
      volume: undefined,
      reference,
    } as const;
    const evidence = { measures: {}, ...observeMarket(facts, detectedAt) };
    found.push({ id: event_id, symbol, outcome: IncidentOutcome.parse(outcome), detectedAt, evidence });
  }
  return found.toSorted((a, b) => a.detectedAt - b.detectedAt);
}
