import {
  bucketStream,
  durables,
  MalformedFactError,
  parseFact,
  type StoredRow,
  UnknownVersionError,
  type UsageOutcome,
} from "@token-sentiment/contract";
import {
  type Asked,
  askedOf,
  type Bus,
  consume,
  type Delivery,
  DropError,
  openBucket,
  openPayments,
  readRequest,
  type Row,
  rowOf,
} from "@token-sentiment/bus";
import type { Log, Metrics } from "@token-sentiment/runtime";
import { isPayer } from "./caller.ts";
import { finalStateOf } from "./final-state.ts";
import { createGathering } from "./gather.ts";
import { contractOf, recordVerdict } from "./history.ts";
import { createQuota, type QuotaLimits } from "./quota.ts";
import { noteEnd } from "./payments/note-end.ts";
import { outcomeOf, recordUsage } from "./usage.ts";
import { queueEnd } from "./webhooks/queue-end.ts";

/** What working the ends of jobs needs. `clock` is broker time. */
export interface FinalsOptions {
  bus: Bus;
  clock: { now(): number };
  log: Log;
  metrics: Metrics;
  limits: QuotaLimits;
  /** Told every final row as it comes. */
  learn?: (row: Row) => void;
}

/** What the consumer lets be out at once. */
const CONCURRENCY = 256;
/** What follows from an end has time: one write for many costs a fraction of a write for each. */
const GATHER_MS = 50;
const BEAT_MS = 3000;
const GRACE_MS = 2000;

/**
 * Works what follows from a job's end, at least once per row and each effect repeatable: a demo job that failed gives its call back, one that
 * completed keeps it for good, a key's or a payer's call is metered, a payment learns how its job ended, a verdict joins its token's history, and whoever asked to be told is. A job that nobody finishes gets a row too, when its request is delivered past its end.
 */
export async function workFinals({ bus, clock, log, metrics, limits, learn }: FinalsOptions): Promise<AsyncDisposable> {
  const quota = createQuota({ bus, bucket: await openBucket(bus, "quota"), clock, limits });
  const payments = await openPayments(bus);
  const givenBack = metrics.counter("tsa_gateway_calls_given_back_total", "Demo calls given back because their job failed.");
  const metered = metrics.counter("tsa_gateway_calls_metered_total", "Ended calls of keys, recorded in USAGE, by outcome.", {
    labels: ["outcome"],
  });

  const queued = metrics.counter("tsa_gateway_webhooks_queued_total", "Ends of jobs queued for the notifier.");

  const count = (outcome: UsageOutcome | undefined): void => {
    if (outcome) metered.inc({ outcome });
  };

  const gathered = createGathering(GATHER_MS);
  const work = async ({ fact }: Delivery): Promise<void> => {
    const row = rowOf(fact);
    if (!row) throw new DropError("a row that is not one of ours");
    if (row.row.status === "running") return;
    learn?.(row);
    await gathered();
    const { job_id } = row.row;
    // A row that was folded tells of its request; one of a job that was given up does not.
    const asked = askedOf(fact.headers) ?? (await readAsked(bus, row));
    // Of a day ago, or never asked: nothing can follow.
    if (!asked) return;
    const { caller, token } = asked;
    const { requestAt } = row;
    const state = finalStateOf({ at: requestAt }, row);
    const ended = outcomeOf(state);
    if (ended && isPayer(caller)) await noteEnd(payments, job_id, { outcome: ended, at: row.at });
    if (state.status === "failed" && (await quota.giveBack(caller, job_id, requestAt))) {
      givenBack.inc();
      log.info({ job_id }, "gave a demo call back");
    }
    if (await queueEnd(bus, asked, { row, state })) queued.inc();
    if (state.status !== "completed") {
      count(await recordUsage(bus, { caller, row, state }));
      return;
    }
    await quota.keep(caller, job_id, requestAt);
    const [outcome] = await Promise.all([
      recordUsage(bus, { caller, row, state }),
      token && recordVerdict(bus, token, { ...row, headers: fact.headers }),
    ]);
    count(outcome);
  };
  const options = {
    stream: bucketStream("jobs"),
    durable: durables.finals,
    concurrency: CONCURRENCY,
    beatMs: BEAT_MS,
    graceMs: GRACE_MS,
    ackAlong: true,
  };
  return await consume(bus, options, work);
}

/** What a row's request says, read; undefined when there is none of that time. @throws DropError when this release cannot read it, now or later. */
async function readAsked(bus: Bus, { row, requestAt }: StoredRow): Promise<Asked | undefined> {
  const stored = await readRequest(bus, row.job_id);
  if (stored?.at !== requestAt) return undefined;
  try {
    const request = parseFact("request", stored);
    const token = await contractOf(bus, request);
    const { caller, webhook } = request;
    return { caller, ...(token && { token }), ...(webhook !== undefined && { webhook }) };
  } catch (error) {
    if (error instanceof UnknownVersionError || error instanceof MalformedFactError) throw new DropError(error.message, { cause: error });
    throw error;
  }
}
