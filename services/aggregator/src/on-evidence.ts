import { setTimeout as delay } from "node:timers/promises";
import type { Delivery } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import { isComplete, wake } from "./job-register.ts";
import { readEvidenceFact } from "./read-fact.ts";
import { settle } from "./settle.ts";
import { settleFromJournal } from "./settle-from-journal.ts";

const DEBOUNCE_MS = 15;

interface Look {
  seq: number;
  done: Promise<void>;
}

/**
 * Handles evidence: settles from memory when this replica has itself seen the request and every answer, else from the journal, which
 * is read once for all evidence of a job that comes within 15 ms.
 */
export function onEvidence(aggregator: Aggregator): (delivery: Delivery) => Promise<void> {
  const waiting = new Map<string, Look>();

  const look = (jobId: string, seq: number): Promise<void> => {
    const pending = waiting.get(jobId);
    if (pending) {
      pending.seq = Math.max(pending.seq, seq);
      return pending.done;
    }
    const mine: Look = { seq, done: Promise.resolve() };
    mine.done = delay(DEBOUNCE_MS).then(async () => {
      waiting.delete(jobId);
      if (aggregator.jobs.get(jobId)?.ended || aggregator.jobs.hasEnded(jobId)) return;
      await settleFromJournal(aggregator, jobId, mine.seq);
    });
    waiting.set(jobId, mine);
    return mine.done;
  };

  return async ({ fact }) => {
    const stored = readEvidenceFact(fact);
    const { job_id, engine } = stored.evidence;
    const job = aggregator.jobs.get(job_id);
    job?.seen.set(engine, stored);
    if (job?.ended) return;
    // What the resolver found is in the journal alone.
    if (!job || !isComplete(job) || job.request.contract_address === undefined) return await look(job_id, fact.seq);
    await settle(aggregator, {
      request: job.request,
      requestAt: job.requestAt,
      evidence: [...job.seen.values()],
      token: undefined,
      revision: job.revision,
    });
    job.ended = true;
    wake(job);
  };
}
