import type { JobState, StoredRow } from "@token-sentiment/contract";
import { type Asked, type Bus, queueWebhook } from "@token-sentiment/bus";
import { finalBody } from "../final-state.ts";

/** `webhook-id` of a job whose request came at `requestAt`: a day later the same request_id is another job of the same id. */
export const webhookIdOf = (jobId: string, requestAt: number): string => `msg_${jobId}_${requestAt}`;

/** Queues the telling of a job's end for the notifier, once however often it is called; false when nobody asked for it, or it was queued before. */
export async function queueEnd(
  bus: Bus,
  { caller, webhook }: Asked,
  { row, state }: { row: StoredRow; state: JobState },
): Promise<boolean> {
  if (webhook === undefined) return false;
  const { job_id } = row.row;
  const data = finalBody(job_id, state);
  if (!data) return false;
  return await queueWebhook(bus, {
    id: webhookIdOf(job_id, row.requestAt),
    job_id,
    type: `analysis.${data.status}`,
    settled_at: row.at,
    caller,
    target: webhook,
    data,
  });
}
