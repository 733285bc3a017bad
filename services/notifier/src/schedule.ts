const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after each failed attempt, ms: those that Standard Webhooks recommends, up to a day in all. After the last one it is given up. */
export const waitsMs: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 6 * HOUR];

/** A wait is up to a tenth longer: receivers that were down together are not called together. */
const JITTER = 0.1;
/** The longest `Retry-After` that is kept to. */
const ASKED_MAX_MS = HOUR;

/** What decides when to try again. */
export interface Failed {
  /** 1 for the first attempt. */
  attempt: number;
  /** What the receiver asked for in `Retry-After`, ms. */
  askedMs?: number | undefined;
  /** A number in [0, 1). */
  chance: number;
}

/** How long to wait after a failed attempt, ms; undefined when it was the last. */
export function nextWaitMs({ attempt, askedMs = 0, chance }: Failed): number | undefined {
  const wait = waitsMs[attempt - 1];
  return wait === undefined ? undefined : Math.round(Math.max(wait, Math.min(askedMs, ASKED_MAX_MS)) * (1 + JITTER * chance));
}
