import { isFinal, RESOLVER, stateOf, TIMED_OUT } from "@token-sentiment/contract";
import { BrokerUnreachableError, type Delivery, HandBackError, readRow, StorageFullError, writeRow } from "@token-sentiment/bus";
import type { Aggregator } from "./aggregator.ts";
import { isComplete, type OpenJob } from "./job-register.ts";
import { addEvidence } from "./on-evidence.ts";
import { readRequestFact } from "./read-fact.ts";
import { settle, writeFinal } from "./settle.ts";
import { readFreshSettlement, readSettlement } from "./settle-from-journal.ts";

/** Between two looks that are wanted, and after one that failed. */
const LOOK_AGAIN_MS = 500;

/**
 * Holds a request's delivery until its job is final, so that the delivery is the job's timer and its place among the running: if this
 * process dies, `ack_wait` hands it to another. Returns when the job is final.
 * @throws HandBackError when this replica is shutting down.
 */
export async function holdUntilFinal(aggregator: Aggregator, { fact, attempt }: Delivery): Promise<void> {
  const { jobs } = aggregator;
  const request = readRequestFact(fact);
  const job = jobs.open({ request, requestAt: fact.at });
  try {
    await untilFinal(aggregator, job, attempt);
    job.ended = true;
  } finally {
    jobs.close(request.job_id, job.ended);
  }
}

async function untilFinal(aggregator: Aggregator, job: OpenJob, attempt: number): Promise<void> {
  const { jobs, clock, clocks, early } = aggregator;
  const { job_id, expects } = job.request;
  for (const rung of early.take(job_id)) addEvidence(aggregator, job, rung);
  if (attempt > 1 && (await isEnded(aggregator, job))) return;
  if (clock.now() >= job.requestAt + clocks.settleEndMs) return await giveUp(aggregator, job);
  if (expects.length === 0) return await settleNow(aggregator, job, "deadline");
  // Evidence may have been stored before this replica listened.
  if (attempt > 1 || job.requestAt < early.completeSince()) jobs.look(job);
  await hold(aggregator, job);
}

async function hold(aggregator: Aggregator, job: OpenJob): Promise<void> {
  const { clock, clocks, draining, log } = aggregator;
  const takenAt = clock.now();
  let toldRunning = false;
  for (;;) {
    const age = clock.now() - job.requestAt;
    const next = [clocks.absentMs, job.request.budget_ms, clocks.settleEndMs].filter((at) => at > age).map((at) => at - age);
    if (!toldRunning) next.push(takenAt + clocks.runningAfterMs - clock.now());
    const untilLook = job.looks > 0 ? LOOK_AGAIN_MS : clocks.relookMs;
    const woken = await wakened(job, Math.max(1, Math.min(untilLook, ...next)), draining);
    if (draining.aborted) throw new HandBackError("this replica is shutting down");
    try {
      // Nothing rang for a while, though it may have been stored.
      if (!woken && toldRunning && (await isEnded(aggregator, job))) return;
      if (job.looks > 0 || (!woken && toldRunning)) await lookInJournal(aggregator, job);
      if (isComplete(job)) return await settleComplete(aggregator, job);
      if (!toldRunning && clock.now() >= takenAt + clocks.runningAfterMs) {
        toldRunning = true;
        if (!(await tellRunning(aggregator, job)) && (await isEnded(aggregator, job))) return;
      }
      if (await isDue(aggregator, job)) return await settleNow(aggregator, job, "deadline");
    } catch (error) {
      if (!(error instanceof BrokerUnreachableError) && !(error instanceof StorageFullError)) throw error;
      log.warn({ err: error, job_id: job.request.job_id }, "cannot look at a job yet, trying again");
    }
  }
}

/** Takes what the journal holds of a job: evidence that did not ring here. */
async function lookInJournal(aggregator: Aggregator, job: OpenJob): Promise<void> {
  aggregator.metrics.journalRead("look");
  await readSettlement(aggregator, job.request.job_id);
  job.looks = Math.max(0, job.looks - 1);
}

/** Every engine has answered: the evidence is here, and what the resolver found is in the journal alone. */
async function settleComplete(aggregator: Aggregator, job: OpenJob): Promise<void> {
  if (job.request.contract_address === undefined) return await settleNow(aggregator, job, "token");
  await settle(aggregator, { ...job, evidence: [...job.seen.values()], token: undefined });
}

/** Waits for a ring or so many ms; true when it was a ring. */
async function wakened(job: OpenJob, ms: number, signal: AbortSignal): Promise<boolean> {
  const over = Promise.withResolvers<false>();
  const stop = (): void => over.resolve(false);
  const timer = setTimeout(stop, ms);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const woken = await Promise.race([job.woken.promise.then(() => true), over.promise]);
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
  if (woken) job.woken = Promise.withResolvers();
  return woken;
}

/** True when the job has a row that ends it. Remembers the revision of one that does not: only that may be replaced. */
async function isEnded({ bus, clock }: Aggregator, job: OpenJob): Promise<boolean> {
  const row = await readRow(bus, job.request.job_id);
  if (row && row.row.status !== "running" && isFinal(stateOf({ at: job.requestAt }, row, clock.now()))) return true;
  job.revision = row?.row.status === "running" ? row.revision : 0;
  return false;
}

/** True when nothing is worth waiting for: past the budget, or past 15 s with every silent engine absent. */
async function isDue(aggregator: Aggregator, job: OpenJob): Promise<boolean> {
  const { clock, clocks, present } = aggregator;
  const age = clock.now() - job.requestAt;
  if (age >= Math.min(job.request.budget_ms, clocks.settleEndMs)) return true;
  if (age < clocks.absentMs) return false;
  // Another replica may have handled what this one has not seen.
  const known = await readSettlement(aggregator, job.request.job_id);
  const alive = await present();
  // Without the resolver nobody is told which contract to look at.
  if (job.request.contract_address === undefined && !alive.has(RESOLVER) && known && !known.token) return true;
  return job.request.expects.every((engine) => job.seen.has(engine) || !alive.has(engine));
}

async function settleNow(aggregator: Aggregator, job: OpenJob, reason: "deadline" | "token"): Promise<void> {
  aggregator.metrics.journalRead(reason);
  const settlement = await readFreshSettlement(aggregator, job);
  await settle(aggregator, settlement ?? { ...job, evidence: [...job.seen.values()], token: undefined });
}

/** False when another replica has written a row. */
async function tellRunning({ bus }: Aggregator, job: OpenJob): Promise<boolean> {
  const { job_id, coin_symbol } = job.request;
  const row = { job_id, status: "running", coin_symbol } as const;
  const revision = await writeRow(bus, job_id, { row, requestAt: job.requestAt, expectedRevision: 0 });
  if (revision === "conflict") return false;
  job.revision = revision;
  return true;
}

/** Past its end without a final row: the job is failed for everybody already; the row only rings for whoever works after the end. */
async function giveUp(aggregator: Aggregator, job: OpenJob): Promise<void> {
  if (await isEnded(aggregator, job)) return;
  const { job_id } = job.request;
  const row = { job_id, status: "failed", error: TIMED_OUT } as const;
  if (await writeFinal(aggregator, job_id, { row, requestAt: job.requestAt, expectedRevision: job.revision })) {
    aggregator.metrics.finished("failed", (aggregator.clock.now() - job.requestAt) / 1000);
    aggregator.log.warn({ job_id }, "a request came past its end");
  }
}
