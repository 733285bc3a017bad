import type { Trade } from "./trades.ts";

/** Who sold, by value. */
export interface Sales {
  sellers: number;
  /** Coins taken out by sales. */
  coins: number;
  /** Share of those that went to the largest seller, to the two largest, and to the three largest, 0..1. */
  top1: number;
  top2: number;
  top3: number;
}

const WEI = 1e18;

/** Coins, not wei. */
export const coinsOf = (wei: bigint): number => Number(wei) / WEI;

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Concentration of the sales. */
export function salesOf(trades: readonly Trade[]): Sales {
  const bySeller = new Map<string, number>();
  for (const { account, kind, coin } of trades) if (kind === "sell") bySeller.set(account, (bySeller.get(account) ?? 0) + coinsOf(coin));
  const largest = [...bySeller.values()].toSorted((a, b) => b - a);
  const coins = sum(largest);
  const part = (count: number): number => (coins > 0 ? sum(largest.slice(0, count)) / coins : 0);
  return { sellers: bySeller.size, coins, top1: part(1), top2: part(2), top3: part(3) };
}

const ENOUGH_TURNS = 3;

/** What the same accounts bought and sold, as a share of all that was traded. */
export function roundTripsOf(trades: readonly Trade[]): { share: number; accounts: number } {
  const accounts = new Map<string, { buy: number; sell: number; turns: number; last: Trade["kind"] }>();
  for (const { account, kind, coin } of trades) {
    const known = accounts.get(account) ?? { buy: 0, sell: 0, turns: 0, last: kind };
    known[kind] += coinsOf(coin);
    if (known.last !== kind) known.turns += 1;
    accounts.set(account, { ...known, last: kind });
  }
  const volume = sum(trades.map(({ coin }) => coinsOf(coin)));
  const turning = [...accounts.values()].filter(({ turns }) => turns >= ENOUGH_TURNS);
  const turned = sum(turning.map(({ buy, sell }) => 2 * Math.min(buy, sell)));
  return { share: volume > 0 ? turned / volume : 0, accounts: turning.length };
}
