import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Trade } from "@token-sentiment/engine-market";
import { csvRows } from "../csv.ts";

/** An announced pump and the trades around it. */
export interface PumpEvent {
  name: string;
  /** The announced minute, epoch ms. */
  announcedAt: number;
  trades: Trade[];
}

const NAME = /^(.+_(\d{4}-\d\d-\d\d)_(\d\d)\.(\d\d))\.csv\.gz$/;

/** The events of a folder `trades/COIN_DATE_HH.MM.csv.gz`, by name, one at a time; files of other names are no events. */
export async function* pumpEvents(folder: string): AsyncGenerator<PumpEvent> {
  for (const file of readdirSync(join(folder, "trades")).toSorted()) {
    const [, name, day, hour, minute] = NAME.exec(file) ?? [];
    if (name === undefined) continue;
    const trades: Trade[] = [];
    for await (const { timestamp, side, price, btc_volume } of csvRows(join(folder, "trades", file), [
      "timestamp",
      "side",
      "price",
      "btc_volume",
    ])) {
      trades.push({ at: Number(timestamp), side: side === "buy" ? "buy" : "sell", price: Number(price), amount: Number(btc_volume) });
    }
    yield { name, announcedAt: Date.parse(`${day}T${hour}:${minute}:00Z`), trades: trades.toSorted((a, b) => a.at - b.at) };
  }
}

const SPIKE = 0.06;
const BEFORE_MS = 2 * 60_000;
const AFTER_MS = 15 * 60_000;

/** True when the price came to 6 % above the last price before the announcement within [-2, +15] minutes: the dataset's own test for label noise. */
export function hasSpike({ announcedAt, trades }: PumpEvent): boolean {
  const before = trades.findLast(({ at }) => at < announcedAt - BEFORE_MS)?.price ?? trades[0]?.price;
  if (before === undefined) return false;
  return trades.some(({ at, price }) => at >= announcedAt - BEFORE_MS && at <= announcedAt + AFTER_MS && price >= (1 + SPIKE) * before);
}
