import { type DeliveriesView, parseFact } from "@token-sentiment/contract";
import { type Bus, readAttempts, readRequest, readWebhook } from "@token-sentiment/bus";
import { webhookIdOf } from "./queue-end.ts";

/** How many attempts are shown, the newest. */
const SHOWN = 64;

const none = (job_id: string, state: DeliveriesView["state"]): DeliveriesView => ({
  job_id,
  state,
  webhook_id: null,
  type: null,
  next_attempt_at: null,
  attempts: [],
});

/** What is known of telling a job's end, for three days; undefined for a job that is not known. Nothing leads to whom. Throws like `readAttempts`. */
export async function deliveriesOf(bus: Bus, jobId: string): Promise<DeliveriesView | undefined> {
  const [request, due] = await Promise.all([readRequest(bus, jobId), readWebhook(bus, jobId)]);
  if (!due || (request && due.id !== webhookIdOf(jobId, request.at)))
    return request && none(jobId, parseFact("request", request).webhook === undefined ? "none" : "waiting");
  const attempts = (await readAttempts(bus, jobId)).filter(({ id }) => id === due.id).slice(-SHOWN);
  const told = attempts.some(({ outcome }) => outcome === "delivered");
  const next = told ? null : (attempts.at(-1)?.next_at ?? null);
  const state = told ? "delivered" : attempts.length === 0 ? "waiting" : next === null ? "failed" : "retrying";
  return {
    job_id: jobId,
    state,
    webhook_id: due.id,
    type: due.type,
    next_attempt_at: next,
    attempts: attempts.map(({ at, outcome, status, elapsed_ms }) => ({ at, outcome, status: status ?? null, elapsed_ms })),
  };
}
