import type { Movement, Volume } from "./movement.ts";
import type { PoolFacts } from "./sources.ts";

/** What the market engine knows of one token; the rules read nothing else. */
export interface Facts {
  /** `none`: the source knows no pool of this contract; `quote`: only pools that price other tokens in it. Undefined: a coin that is judged by its exchange price. */
  pool: PoolFacts | "none" | "quote" | undefined;
  /** Who the candles are of. */
  candlesFrom: "geckoterminal" | "binance";
  /** Why there are none; undefined when they were read. */
  withoutCandles: string | undefined;
  movement: Movement | undefined;
  volume: Volume | undefined;
  /** The coin to compare with, and what it did in the same 24 h; the return is undefined when it could not be read. */
  reference: { coin: string; dayReturn: number | undefined } | undefined;
}
