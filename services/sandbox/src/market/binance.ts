import { NATIVE_USD } from "../world.ts";
import { notFound, type Provider } from "../web/provider.ts";
import { seeded } from "./seeded.ts";

const USD: Readonly<Record<string, number>> = {
  BTCUSDT: 85_000,
  ETHUSDT: NATIVE_USD["1"] ?? 0,
  BNBUSDT: NATIVE_USD["56"] ?? 0,
  SOLUSDT: NATIVE_USD["solana"] ?? 0,
  XRPUSDT: 2,
  DOGEUSDT: 0.2,
  ADAUSDT: 0.6,
  TRXUSDT: 0.25,
  AVAXUSDT: 25,
  DOTUSDT: 5,
  LTCUSDT: 90,
  BCHUSDT: 400,
  XLMUSDT: 0.3,
  NEARUSDT: 4,
  HBARUSDT: 0.2,
  SUIUSDT: 3,
  ATOMUSDT: 6,
};
const INTERVALS: Readonly<Record<string, number>> = { "1m": 60_000, "1h": 3_600_000, "1d": 86_400_000 };

/** Binance's market-data host: candles of the major coins, calm days from a seed. */
export function binance(now: () => number): Provider {
  return {
    name: "binance",
    answer: ({ path, query }) => {
      if (path !== "/api/v3/klines") return notFound;
      const [symbol, interval] = [query.get("symbol") ?? "", INTERVALS[query.get("interval") ?? ""]];
      const usd = USD[symbol];
      if (usd === undefined) return { status: 400, json: { code: -1121, msg: "Invalid symbol." } };
      if (interval === undefined) return { status: 400, json: { code: -1120, msg: "Invalid interval." } };
      const limit = Math.min(1000, Number(query.get("limit") ?? 500));
      const last = Math.floor(now() / interval);
      // What a candle is depends on its own time alone: whoever asks twice sees the same past.
      const closeOf = (index: number): number => usd * (1 + 0.01 * (seeded(`${symbol} ${index}`)() - 0.5));
      const rows = Array.from({ length: limit }, (_, offset) => {
        const index = last - limit + 1 + offset;
        const [open, close] = [closeOf(index - 1), closeOf(index)];
        const volume = (40_000_000 / usd) * (0.8 + 0.4 * seeded(`${symbol} volume ${index}`)());
        const text = (value: number): string => value.toFixed(8);
        const [openTime, quote] = [index * interval, volume * close];
        const prices = [open, Math.max(open, close) * 1.001, Math.min(open, close) * 0.999, close].map(text);
        return [openTime, ...prices, text(volume), openTime + interval - 1, text(quote), 12_000, text(volume / 2), text(quote / 2), "0"];
      });
      return { json: rows };
    },
  };
}
