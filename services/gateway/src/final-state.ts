import { type JobRow, type JobState, type StoredRequest, type StoredRow, stateOf, timing } from "@token-sentiment/contract";

/** The body of a poll of a job that is final; undefined while it is open. */
export function finalBody(job_id: string, state: JobState): Exclude<JobRow, { status: "running" }> | undefined {
  if (state.status === "completed") return state.row;
  return state.status === "failed" ? { job_id, status: "failed", error: state.error } : undefined;
}

/** What the job is for ever, as every reader judges it once its time is over: a row that came too late does not count. */
export const finalStateOf = (request: StoredRequest, row: StoredRow): JobState => stateOf(request, row, request.at + timing.failedMs);
