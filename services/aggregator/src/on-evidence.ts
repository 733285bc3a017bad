import { doorbells, subjectParts } from "@token-sentiment/contract";
import { DropError, type Rung } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import { type OpenJob, wake } from "./job-register.ts";
import { type HeardEvidence, readEvidenceFact } from "./read-fact.ts";

type Reading = Pick<Aggregator, "bus" | "log">;

/** So many may wait to be read: more than any job has engines. */
const UNREAD_MAX = 64;

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

/** Adds evidence to a job that is held, and wakes its holder when every expected engine has been heard. It is read then, all at once. */
export function addEvidence(reading: Reading, job: OpenJob, rung: Rung): void {
  job.unread.push(rung);
  const heard = new Set(job.unread.map(({ subject }) => subjectParts(subject).scope));
  const all = job.request.expects.every((engine) => job.seen.has(engine) || heard.has(engine));
  if ((all || job.unread.length > UNREAD_MAX) && isComplete(reading, job)) wake(job);
}

/** True when the evidence of every expected engine is there and can be read. */
export function isComplete(reading: Reading, job: OpenJob): boolean {
  const seen = evidenceOf(reading, job);
  return job.request.expects.every((engine) => seen.has(engine));
}

/** The evidence of a job that this replica has, by engine. What cannot be read is logged and counted: the job ends without it. */
export function evidenceOf({ bus, log }: Reading, job: OpenJob): ReadonlyMap<string, HeardEvidence> {
  for (const rung of job.unread.splice(0)) {
    try {
      const fact = rung.fact();
      if (!fact || fact.forged) throw new DropError("a forged fact: a stored direct-get reply");
      const stored = readEvidenceFact(fact);
      job.seen.set(stored.evidence.engine, stored);
    } catch (error) {
      bus.count("dropped");
      log.error({ err: error, subject: rung.subject, job_id: job.request.job_id }, "dropped a message");
    }
  }
  return job.seen;
}
