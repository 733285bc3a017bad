import {
  headerNames,
  type JobRow,
  type JobState,
  StoredJobRow,
  type StoredRequest,
  type StoredRow,
  stateOf,
  timing,
} from "@token-sentiment/contract";
import { DropError, type Stored } from "@token-sentiment/bus";

/** A delivered row. @throws DropError when it is not one of ours. */
export function rowOf({ value, headers, at }: Pick<Stored, "value" | "headers" | "at">): StoredRow {
  const parsed = StoredJobRow.safeParse(value);
  const requestAt = Number(headers[headerNames.requestTime]);
  if (!parsed.success || !Number.isSafeInteger(requestAt)) throw new DropError("a row that is not one of ours");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an aggregator wrote it: at least this release's members
  return { row: parsed.data as JobRow, at, requestAt };
}

/** The body of a poll of a job that is final; undefined while it is open. */
export function finalBody(job_id: string, state: JobState): Exclude<JobRow, { status: "running" }> | undefined {
  if (state.status === "completed") return state.row;
  return state.status === "failed" ? { job_id, status: "failed", error: state.error } : undefined;
}

/** What the job is for ever, as every reader judges it once its time is over: a row that came too late does not count. */
export const finalStateOf = (request: StoredRequest, row: StoredRow): JobState => stateOf(request, row, request.at + timing.failedMs);
