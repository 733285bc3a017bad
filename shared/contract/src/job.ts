import { z } from "zod";
import { Payload } from "./payload.ts";

const job_id = z.uuid();
const coin_symbol = z.string();

/** A row of the `jobs` bucket, key = job id: exactly the body a poll answers. `pending` has no row. */
export const JobRow = z.discriminatedUnion("status", [
  z.strictObject({ job_id, status: z.literal("running"), coin_symbol }),
  z.strictObject({ job_id, status: z.literal("completed"), coin_symbol, payload: Payload }),
  z.strictObject({ job_id, status: z.literal("failed"), error: z.string().min(1) }),
]);
export type JobRow = z.infer<typeof JobRow>;

/** A row as read: what a later release has added is kept and answered, not refused. */
export const StoredJobRow = z.discriminatedUnion("status", [
  z.looseObject({ job_id, status: z.literal("running"), coin_symbol }),
  z.looseObject({ job_id, status: z.literal("completed"), coin_symbol, payload: z.looseObject({}) }),
  z.looseObject({ job_id, status: z.literal("failed"), error: z.string().min(1) }),
]);

/** The error of a job that nobody finished. */
export const TIMED_OUT = "the analysis engines timed out";
