import { type JobState, type StoredRequest, type StoredRow, stateOf, timing } from "@token-sentiment/contract";

/** What the job is for ever, as every reader judges it once its time is over: a row that came too late does not count. */
export const finalStateOf = (request: StoredRequest, row: StoredRow): JobState => stateOf(request, row, request.at + timing.failedMs);
