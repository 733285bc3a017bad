import { z } from "zod";

/**
 * One call that counts against a demo limit, from its acceptance by the gateway. `at` is broker time, epoch ms. `kept` once its job has
 * completed; until then it counts only while its request is there, or may still come.
 */
const QuotaEntry = z.looseObject({ job_id: z.uuid(), at: z.number(), network: z.string().optional(), kept: z.literal(true).optional() });
export type QuotaEntry = z.infer<typeof QuotaEntry>;

/** How long a call counts: 7 days. */
export const QUOTA_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
/** A request follows its entry within seconds, and a retry of the same request within half a day still uses the entry of the first. */
const SAME_CALL_MS = 12 * 60 * 60 * 1000;
const SKEW_MS = 60_000;

/** The entries of a stored value that still count at `now`, oldest first; none of a value that is not ours. */
export function countedEntries(value: unknown, now: number): QuotaEntry[] {
  const parsed = z.array(QuotaEntry).safeParse(value);
  return (parsed.data ?? []).filter(({ at }) => at > now - QUOTA_WINDOW_MS).toSorted((a, b) => a.at - b.at);
}

/** True when an entry counts the call that became a request of `jobId` at `at`. A day later the same id is another job. */
export const isEntryOf = (entry: QuotaEntry, jobId: string, at: number): boolean =>
  entry.job_id === jobId && at > entry.at - SKEW_MS && at < entry.at + SAME_CALL_MS;

/** What is left of a limit. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Broker time in epoch ms at which the next used call comes back; undefined when none is used. */
  nextAt?: number;
}

/** The standing after `entries`. */
export function standingOf(entries: readonly QuotaEntry[], limit: number): Standing {
  // Above the limit (it was lowered) the next call is free only when so many have come back.
  const next = entries[Math.max(0, entries.length - limit)];
  return { limit, remaining: Math.max(0, limit - entries.length), ...(next && { nextAt: next.at + QUOTA_WINDOW_MS }) };
}
