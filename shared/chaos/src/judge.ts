import { isDeepStrictEqual } from "node:util";
import { isFinal, type JobState, type StoredRow, stateOf, timing } from "@token-sentiment/contract";
import { violations } from "@token-sentiment/testing";
import type { Submitted } from "./load.ts";

/** What the broker holds of a job, and what was heard of it. */
export interface Held {
  request: { at: number } | undefined;
  row: (StoredRow & { revision: number }) | undefined;
  /** Where a folded row was seen to be stored. */
  verdicts: readonly number[];
}

/** A job judged: how it ended, and every way in which it breaks a promise. */
export interface Judged {
  ending: "completed" | "degraded" | "failed" | "none";
  /** Broker time from its request to its final row, ms; undefined when it has none. */
  tookMs: number | undefined;
  lost: string[];
  doubled: string[];
  /** A state that went backward, or an answer that no client should get. */
  broken: string[];
  /** No end, or a row later than it may be. */
  stuck: string[];
}

/** A row comes at most so much after the aggregator's own end. */
export const LATE_MS = timing.settleEndMs + 5000;

const endingOf = (state: JobState): Judged["ending"] => {
  if (state.status === "failed") return "failed";
  if (state.status !== "completed") return "none";
  return state.row.payload.status === "degraded" ? "degraded" : "completed";
};

type Asked = Pick<Submitted, "jobId" | "requestId" | "symbol" | "seen">;

/** True when a row tells of what was submitted, and of nothing else. */
function isOf(row: StoredRow["row"], { jobId, requestId, symbol }: Asked): boolean {
  if (row.job_id !== jobId) return false;
  if (row.status === "failed") return true;
  return row.coin_symbol === symbol && (row.status === "running" || row.payload.request_id === requestId);
}

/** Submissions that were neither accepted nor refused by the demo limit, however long their clients tried. */
export const neverTaken = (jobs: readonly Pick<Submitted, "requestId" | "jobId" | "refused">[]): string[] =>
  jobs.filter(({ jobId, refused }) => jobId === undefined && !refused).map(({ requestId }) => `${requestId}: never accepted`);

/**
 * Judges one accepted job by what its client saw and what the broker holds at `now`, broker time: it is there, it ended once and for all, in time,
 * and the client was told that very end.
 */
export function judge(submitted: Asked, { request, row, verdicts }: Held, now: number): Judged {
  const { jobId = "", seen } = submitted;
  const state = stateOf(request, row, now);
  // A row that came too late to count is none: the job has failed without it.
  const counts = request && row && row.row.status !== "running" && row.at <= request.at + timing.rowCountsMs;
  const tookMs = counts ? row.at - request.at : undefined;
  const told = seen.findLast(({ status }) => status === "completed" || status === "failed");
  const found = violations(jobId, seen);
  const judged: Judged = {
    ending: endingOf(state),
    tookMs,
    lost: request ? [] : [`${jobId}: accepted, and nowhere`],
    doubled: found.filter((one) => one.endsWith("has two ends")),
    broken: found.filter((one) => !one.endsWith("has two ends") && !one.endsWith("never ended")),
    stuck: found.filter((one) => one.endsWith("never ended")),
  };
  const [only] = verdicts;
  if (verdicts.length > 1) judged.doubled.push(`${jobId}: ${verdicts.length} verdicts were stored`);
  else if (only !== undefined && row && row.revision !== only) judged.doubled.push(`${jobId}: its verdict was stored over`);
  if (row && !isOf(row.row, submitted)) judged.broken.push(`${jobId}: its row is of another job`);
  if (request && !isFinal(state)) judged.stuck.push(`${jobId}: still ${state.status}`);
  if (tookMs !== undefined && tookMs > LATE_MS) judged.stuck.push(`${jobId}: ended ${tookMs} ms after its request`);
  if (told && isFinal(state) && told.status !== state.status) judged.doubled.push(`${jobId}: told ${told.status}, is ${state.status}`);
  else if (told && state.status === "completed" && !isDeepStrictEqual(told.body, state.row))
    judged.doubled.push(`${jobId}: told another verdict than the stored one`);
  return judged;
}
