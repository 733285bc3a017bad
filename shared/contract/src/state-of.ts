import { type JobRow, TIMED_OUT } from "./job.ts";
import { timing } from "./timing.ts";

/** When the broker stored the request, in whole epoch ms. */
export interface StoredRequest {
  at: number;
}

/** A row as read: its body, when the broker stored it, and the broker time of its request (header `Tsa-Request-Time`). */
export interface StoredRow {
  row: JobRow;
  at: number;
  requestAt: number;
}

/** What a job is to every reader. `unknown` is a 404; a `failed` without a row is a job that nobody finished. */
export type JobState =
  | { status: "unknown" }
  | { status: "pending" }
  | { status: "running" }
  | { status: "completed"; row: Extract<JobRow, { status: "completed" }> }
  | { status: "failed"; error: string };

/**
 * The state of a job: one pure function for gateway, aggregator, refunds and payments alike (invariant 5).
 * All times are broker time in whole epoch ms; `now` too. No request = unknown, whatever the row says; a row counts only if it was
 * stored at most 140 s after its request; without such a row the job is failed from 150 s on, and a later row changes nothing.
 */
export function stateOf(request: StoredRequest | undefined, stored: StoredRow | undefined, now: number): JobState {
  if (!request || now >= request.at + timing.retentionMs) return { status: "unknown" };
  const row = stored && stored.requestAt === request.at && stored.at <= request.at + timing.rowCountsMs ? stored.row : undefined;
  if (row?.status === "completed") return { status: "completed", row };
  if (row?.status === "failed") return { status: "failed", error: row.error };
  if (now >= request.at + timing.failedMs) return { status: "failed", error: TIMED_OUT };
  return { status: row ? "running" : "pending" };
}

/** Final states never change again. */
export const isFinal = (state: JobState): boolean => state.status === "completed" || state.status === "failed";
