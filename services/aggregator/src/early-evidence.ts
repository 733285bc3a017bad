import type { Rung } from "@token-sentiment/bus";

/** Evidence that came before this replica held its request, or that is another replica's business. */
export interface EarlyEvidence {
  keep(jobId: string, rung: Rung): void;
  /** What came of a job; it is forgotten here. */
  take(jobId: string): Rung[];
  /** Broker time from which on nothing is missing: evidence stored later is here or was taken. */
  completeSince(): number;
  /** The connection was lost: whatever was stored until now may not have rung. */
  missed(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** What a kept message weighs beside its data. */
const KEPT_BYTES = 512;
/** The offset between this process's clock and the broker's is no better known than by the time of an answer. */
const MARGIN_MS = 2000;

/** Remembers the newest 16 MiB, unread: a cache of the journal. `now` is broker time. */
export function earlyEvidence(now: () => number): EarlyEvidence {
  const kept = new Map<string, { rungs: Rung[]; bytes: number; at: number }>();
  let bytes = 0;
  let since = now() + MARGIN_MS;

  const forget = (jobId: string): Rung[] => {
    const found = kept.get(jobId);
    if (!found) return [];
    kept.delete(jobId);
    bytes -= found.bytes;
    return found.rungs;
  };
  return {
    keep(jobId, rung) {
      const found = kept.get(jobId) ?? { rungs: [], bytes: 0, at: now() };
      found.rungs.push(rung);
      found.bytes += rung.bytes + KEPT_BYTES;
      bytes += rung.bytes + KEPT_BYTES;
      kept.set(jobId, found);
      for (const [oldest, { at }] of kept) {
        if (bytes <= MAX_BYTES) break;
        forget(oldest);
        since = Math.max(since, at + MARGIN_MS);
      }
    },
    take: forget,
    completeSince: () => since,
    missed() {
      since = now() + MARGIN_MS;
    },
  };
}
