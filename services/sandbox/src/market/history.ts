/** One trade of a pool. */
export interface Trade {
  /** Epoch ms. */
  at: number;
  kind: "buy" | "sell";
  from: string;
  hash: string;
  block: number;
  /** Amounts in whole coins. */
  tokens: number;
  coins: number;
  volumeUsd: number;
  /** USD for one token, after the trade. */
  price: number;
}

/** Everything that happened in one pool, oldest first. */
export interface History {
  token: { address: string; symbol: string; name: string; supply: number };
  quote: { address: string; symbol: string; name: string };
  pool: string;
  trades: Trade[];
  /** Epoch ms; the first liquidity. */
  createdAt: number;
  price: number;
  coinUsd: number;
  reserves: { tokens: number; coins: number };
}

const MINUTE = 60_000;

/** The trades of the last so many minutes. */
export const lastMinutes = ({ trades }: History, minutes: number, now: number): Trade[] =>
  trades.filter(({ at }) => at > now - minutes * MINUTE && at <= now);

/** Both sides of the pool, in USD. */
export const liquidityUsd = ({ reserves, coinUsd }: History): number => 2 * reserves.coins * coinUsd;

/** The price before the trades of the last so many minutes, in USD. */
export const priceBefore = ({ trades, price }: History, minutes: number, now: number): number =>
  trades.findLast(({ at }) => at <= now - minutes * MINUTE)?.price ?? trades[0]?.price ?? price;
