import { doorbells } from "@token-sentiment/contract";
import { DropError, type Rung } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import { isComplete, type OpenJob, wake } from "./job-register.ts";
import { readEvidenceFact } from "./read-fact.ts";

/** Hears evidence that was just stored: the holder of its job takes it, and looks at the job when it was the last; everybody else keeps it for a request that is still to come. */
export function onEvidence(aggregator: Aggregator): (rung: Rung) => void {
  const { jobs, early } = aggregator;
  return (rung) => {
    const jobId = doorbells.jobOf(rung.subject);
    const job = jobs.get(jobId);
    if (job) addEvidence(aggregator, job, rung);
    else if (!jobs.hasEnded(jobId)) early.keep(jobId, rung);
  };
}

/** Adds evidence to a job that is held. What cannot be read is logged and counted: the job ends without it. */
export function addEvidence({ bus, log }: Pick<Aggregator, "bus" | "log">, job: OpenJob, rung: Rung): void {
  try {
    const fact = rung.fact();
    if (!fact || fact.forged) throw new DropError("a forged fact: a stored direct-get reply");
    const stored = readEvidenceFact(fact);
    job.seen.set(stored.evidence.engine, stored);
    if (isComplete(job)) wake(job);
  } catch (error) {
    bus.count("dropped");
    log.error({ err: error, subject: rung.subject, job_id: job.request.job_id }, "dropped a message");
  }
}
