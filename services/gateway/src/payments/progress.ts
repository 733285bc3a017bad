import { type PaymentRecord, stateOf } from "@token-sentiment/contract";
import { readRequest, readRow, StorageFullError, type StoredPayment, writeFact } from "@token-sentiment/bus";
import { ApiError } from "../errors.ts";
import { requestFact } from "../request-fact.ts";
import type { PaidContext } from "./paid-context.ts";
import { lastJob, unleased } from "./unleased.ts";

const WRITE_MS = 3000;

/** True while somebody works on a payment. */
export const isLeased = ({ lease }: PaymentRecord, now: number): boolean => lease !== undefined && lease.until > now;

/** A payment that this process works on from now. */
export const leased = (payment: PaymentRecord, { self, leaseMs, clock }: PaidContext): PaymentRecord => ({
  ...payment,
  lease: { by: self, until: clock.now() + leaseMs },
});

/** Notes that the money moved; from then on the job runs, whoever dies. Undefined when another one noted it first. */
export async function noteSettled(stored: StoredPayment, tx: string, context: PaidContext): Promise<StoredPayment | undefined> {
  const { payments, meters, clock } = context;
  const payment = leased({ ...stored.payment, state: "settled", settled_at: clock.now(), tx }, context);
  const noted = await payments.update(stored, payment).catch((error: unknown) => {
    // The chain tells it too, later: the job is not to wait for room.
    if (error instanceof StorageFullError) return { ...stored, payment };
    throw error;
  });
  if (noted) meters.settled(payment.amount);
  return noted;
}

/** Publishes the job of a settled payment, whatever the capacity is by now: it is paid. Throws like `writeFact`. */
export async function publishPaid(stored: StoredPayment, { bus, admission, payments, clock, log }: PaidContext): Promise<StoredPayment> {
  const { payment, key } = stored;
  const { caller, request_id, request } = payment;
  const { job_id } = lastJob(payment);
  const { coin_symbol, chain_id, contract_address, fresh, context_id, webhook } = request;
  const fact = requestFact({
    job_id,
    request_id,
    caller,
    coin_symbol,
    chain_id,
    ...(contract_address !== undefined && { contract_address }),
    ...(fresh === true && { fresh }),
    ...(context_id !== undefined && { context_id }),
    ...(webhook !== undefined && { webhook }),
  });
  const write = () => writeFact(bus, { ...fact, retryMs: WRITE_MS });
  // In a slot where there is one, so that those who are not paid for it are held back.
  await admission
    .run(write, (written) => written !== undefined)
    .catch((error: unknown) => (error instanceof ApiError ? write() : Promise.reject(error)));
  const jobs = payment.jobs.map((job) => (job.job_id === job_id ? { ...job, published_at: clock.now() } : job));
  const published: PaymentRecord = { ...unleased(payment), state: "published", jobs };
  try {
    // Undefined: the job has ended already, or another gateway did the same.
    return (await payments.update(stored, published)) ?? (await payments.get(key)) ?? { ...stored, payment: published };
  } catch (error) {
    log.warn({ err: error, job_id }, "published a paid job without noting it: it is noted later");
    return { ...stored, payment: published };
  }
}

/** Where the job of a payment stands; `gone` once its result is. */
export async function standingOf({ payment }: StoredPayment, { bus, clock }: PaidContext): Promise<"failed" | "gone" | "there"> {
  const { job_id } = lastJob(payment);
  const [request, row] = await Promise.all([readRequest(bus, job_id), readRow(bus, job_id)]);
  const { status } = stateOf(request, row, clock.now());
  if (status === "failed") return "failed";
  return status === "unknown" ? "gone" : "there";
}

/** True when a failed job's payment still gives one. */
export const earnsRerun = ({ jobs }: PaymentRecord): boolean => jobs.length === 1;
