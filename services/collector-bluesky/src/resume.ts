import type { TalkProgress } from "@token-sentiment/contract";
import { GRACE_MS, hourOf } from "./hour-tally.ts";

/** Where reading begins. Epoch microseconds. */
export interface Start {
  cursor_us: number;
  /** From when on everything is stored, if nothing is missing after the cursor; undefined = from the first event on. */
  since_us: number | undefined;
  /** Up to where everything is stored already. */
  until_us: number | undefined;
}

/** Jetstream replays so much; what is older is lost. */
const LOOKBACK_MS = 36 * 3_600_000;

/**
 * Goes back to the beginning of the first hour that is not counted yet: posts are stored once however often they come, and counts are made of whole
 * hours. Without a progress, or after an outage longer than Jetstream remembers, it begins `backfillMs` ago. `now` in epoch ms.
 */
export function startFrom(progress: TalkProgress | undefined, { now, backfillMs }: { now: number; backfillMs: number }): Start {
  if (!progress || progress.until_us / 1000 < now - LOOKBACK_MS)
    return { cursor_us: (now - backfillMs) * 1000, since_us: undefined, until_us: undefined };
  const { since_us, until_us } = progress;
  return { cursor_us: Math.max(since_us, hourOf(until_us / 1000 - GRACE_MS) * 1000), since_us, until_us };
}
