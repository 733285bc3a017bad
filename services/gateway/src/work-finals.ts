import { bucketStream, durables, MalformedFactError, parseFact, UnknownVersionError } from "@token-sentiment/contract";
import { type Bus, consume, type Delivery, DropError, openBucket, readRequest, type Stored } from "@token-sentiment/bus";
import type { Log, Metrics } from "@token-sentiment/runtime";
import { finalStateOf, rowOf } from "./final-state.ts";
import { recordVerdict } from "./history.ts";
import { createQuota, type QuotaLimits } from "./quota.ts";
import { recordUsage } from "./usage.ts";

/** What working the ends of jobs needs. `clock` is broker time. */
export interface FinalsOptions {
  bus: Bus;
  clock: { now(): number };
  log: Log;
  metrics: Metrics;
  limits: QuotaLimits;
}

const CONCURRENCY = 32;
const BEAT_MS = 3000;
const GRACE_MS = 2000;

/**
 * Works what follows from a job's end, at least once per row and each effect repeatable: a demo job that failed gives its call back, one that
 * completed keeps it for good, a key's call is metered, a verdict joins its token's history. A job that nobody finishes gets a row too, when its request is delivered past its end.
 */
export async function workFinals({ bus, clock, log, metrics, limits }: FinalsOptions): Promise<AsyncDisposable> {
  const quota = createQuota({ bus, bucket: await openBucket(bus, "quota"), clock, limits });
  const givenBack = metrics.counter("tsa_gateway_calls_given_back_total", "Demo calls given back because their job failed.");
  const metered = metrics.counter("tsa_gateway_calls_metered_total", "Ended calls of keys, recorded, by outcome.", { labels: ["outcome"] });

  const work = async ({ fact }: Delivery): Promise<void> => {
    const row = rowOf(fact);
    if (row.row.status === "running") return;
    const stored = await readRequest(bus, row.row.job_id);
    // Of a day ago, or never asked: nothing can follow.
    if (!stored || row.requestAt !== stored.at) return;
    const request = requestOf(stored);
    const state = finalStateOf(stored, row);
    if (state.status === "failed" && (await quota.giveBack(request.caller, request.job_id, stored.at))) {
      givenBack.inc();
      log.info({ job_id: request.job_id }, "gave a demo call back");
    }
    if (state.status === "completed") await quota.keep(request.caller, request.job_id, stored.at);
    const outcome = await recordUsage(bus, { request, requestAt: stored.at, row, state });
    if (outcome) metered.inc({ outcome });
    if (state.status === "completed") await recordVerdict(bus, request, { ...row, headers: fact.headers });
  };
  const options = { stream: bucketStream("jobs"), durable: durables.finals, concurrency: CONCURRENCY, beatMs: BEAT_MS, graceMs: GRACE_MS };
  return await consume(bus, options, work);
}

/** The request of a row. @throws DropError when this release cannot read it, now or later. */
function requestOf(stored: Stored) {
  try {
    return parseFact("request", stored);
  } catch (error) {
    if (error instanceof UnknownVersionError || error instanceof MalformedFactError) throw new DropError(error.message, { cause: error });
    throw error;
  }
}
