/** One hour of trading, in USD. Hours without a trade may be missing. */
export interface Candle {
  /** Its start, epoch ms. */
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volumeUsd: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A week, and the hour that is not over. */
export const HOURS_ASKED = 7 * 24 + 1;
