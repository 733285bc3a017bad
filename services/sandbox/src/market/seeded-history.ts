import { NATIVE_USD, type Talk, type WorldToken } from "../world.ts";
import type { History, Trade } from "./history.ts";
import { base58Like, seeded } from "./seeded.ts";

/** A pool of a chain that keeps no trades here: what it holds and costs now is known, how it came to that is made from a seed. */
export interface ListedPool {
  chain_id: "solana";
  token: string;
  pair: string;
  priceUsd: number;
  /** Both sides together. */
  liquidityUsd: number;
}

const HOUR = 3_600_000;
const HOURS = 7 * 24;
const TRADES_AN_HOUR = 4;
const WSOL = { address: "So11111111111111111111111111111111111111112", symbol: "SOL", name: "Wrapped SOL" };

/** What the price is, as a factor, `left` hours before the end: the shape that goes with the talk. */
const shapes: Record<Talk, (left: number) => number> = {
  none: () => 1,
  organic: () => 1,
  // a fall that does not come back
  panic: (left) => (left > 9 ? 1 : 0.38 + 0.62 * (left / 9) ** 2),
  // a dip while the rumour runs, most of it made good
  fud_campaign: (left) => (left > 8 ? 1 : left > 4 ? 0.68 + (0.32 * (left - 4)) / 4 : 0.68 + (0.2 * (4 - left)) / 4),
  // up fast, most of it given back
  pump_campaign: (left) => (left > 6 ? 1 : left > 4 ? 1 + 0.9 * (6 - left) : 1.3 + 0.375 * left),
};
const busy: Record<Talk, number> = { none: 1, organic: 1, panic: 6, fud_campaign: 3, pump_campaign: 9 };

/** A crowd that buys at once where a pump begins: so many orders within twenty seconds, each a little dearer. */
const RUSH_ORDERS = 36;
const RUSH_MS = 20_000;
const RUSH_RISE = 0.12;
const RUSH_HOURS_LEFT = 6;

/** The trades of that crowd; others than pumps have none. */
function rushOf(trade: Trade, { talk, token, end }: { talk: Talk; token: string; end: number }): Trade[] {
  if (talk !== "pump_campaign") return [];
  const random = seeded(`${token} rush`);
  return Array.from({ length: RUSH_ORDERS }, (_, index): Trade => {
    const at = end - RUSH_HOURS_LEFT * HOUR + Math.floor((index * RUSH_MS) / RUSH_ORDERS);
    const price = trade.price * (1 + (RUSH_RISE * (index + 1)) / RUSH_ORDERS);
    const [from, hash] = [base58Like(random, 44), base58Like(random, 88)];
    return { ...trade, at, kind: "buy", from, hash, price, tokens: trade.volumeUsd / price };
  });
}

/** A week of trades in that pool: the same for the same address, ending at `now` rounded down to the hour. */
export function seededHistory({ coin_symbol, talk }: WorldToken, pool: ListedPool, now: number): History {
  const { chain_id, token, pair, priceUsd, liquidityUsd } = pool;
  const random = seeded(token);
  const coinUsd = NATIVE_USD[chain_id] ?? 1;
  const end = now - (now % HOUR);
  const base = priceUsd / shapes[talk](0);
  const people = Array.from({ length: 40 }, () => base58Like(random, 44));
  const trades: Trade[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    const left = HOURS - hour;
    const recent = left <= 9;
    const count = TRADES_AN_HOUR * (recent ? busy[talk] : 1);
    for (let index = 0; index < count; index++) {
      const at = end - left * HOUR + Math.floor(((index + random()) / count) * HOUR);
      const price = base * shapes[talk]((end - at) / HOUR) * (1 + 0.03 * (random() - 0.5));
      const volumeUsd = liquidityUsd * (0.0005 + 0.0015 * random());
      const from = people[Math.floor(random() * people.length)] ?? "";
      const kind = random() < 0.5 ? "buy" : "sell";
      const block = 250_000_000 + Math.floor(at / 400) - Math.floor(end / 400);
      trades.push({
        at,
        kind,
        from,
        hash: base58Like(random, 88),
        block,
        tokens: volumeUsd / price,
        coins: volumeUsd / coinUsd,
        volumeUsd,
        price,
      });
    }
  }
  const before = trades.findLast(({ at }) => at < end - RUSH_HOURS_LEFT * HOUR);
  if (before) trades.push(...rushOf(before, { talk, token, end }));
  trades.sort((a, b) => a.at - b.at);
  const price = trades.at(-1)?.price ?? base;
  const coins = liquidityUsd / 2 / coinUsd;
  return {
    token: { address: token, symbol: coin_symbol, name: coin_symbol, supply: 1_000_000_000 },
    quote: WSOL,
    pool: pair,
    trades,
    createdAt: end - 90 * 24 * HOUR,
    price,
    coinUsd,
    reserves: { tokens: (coins * coinUsd) / price, coins },
  };
}
