import {
  bucketStream,
  bucketSubject,
  PaymentClaim,
  paymentClaimKey,
  paymentKey,
  paymentKeys,
  paymentMark,
  PaymentRecord,
} from "@token-sentiment/contract";
import { brokerError } from "./broker-error.ts";
import { openBucket } from "./bucket.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";

/** A payment as read; `revision` is for `update`. */
export interface StoredPayment {
  key: string;
  payment: PaymentRecord;
  revision: number;
}

/** The payments. The role `gateway` alone may write them. Every method throws like `Bucket`. */
export interface Payments {
  /** Through the leader. */
  get(key: string): Promise<StoredPayment | undefined>;
  /** Reserves an authorization. Undefined when it is reserved. */
  create(payment: PaymentRecord): Promise<StoredPayment | undefined>;
  /** Replaces what was read. Undefined when another writer came first. */
  update(before: StoredPayment, payment: PaymentRecord): Promise<StoredPayment | undefined>;
  /** Forgets a payment, and the job ids that it claimed: no money moved, and none can. */
  forget(stored: StoredPayment): Promise<void>;
  /** Whose job an id is. */
  claimOf(jobId: string): Promise<PaymentClaim | undefined>;
  /** Makes a job id a payment's, unless it is another's that may not be replaced. Answers the key of the payment whose it is then. */
  claim(jobId: string, claim: PaymentClaim, mayReplace: (other: PaymentClaim) => Promise<boolean>): Promise<string>;
  /** What was written from a stream sequence or a time on, oldest first, from any replica: at most 500, and the sequence to go on from. */
  page(from: number | Date): Promise<PaymentPage>;
  /** The sequence below which every payment is closed, 1 when nobody noted one; and noting it. */
  mark(): Promise<number>;
  noteMark(sequence: number): Promise<void>;
}

/** Some payments; `next` is undefined after the last. `gone` are keys that were forgotten. */
export interface PaymentPage {
  payments: StoredPayment[];
  gone: string[];
  next: number | undefined;
}

const PAGE = 500;

const stream = bucketStream("payments");
const keyIn = (subject: string): string => subject.slice(bucketSubject("payments", "").length);

/** Opens the payments. */
export async function openPayments(bus: Bus): Promise<Payments> {
  const bucket = await openBucket(bus, "payments");
  const written = (key: string, payment: PaymentRecord, revision: number | undefined): StoredPayment | undefined =>
    revision === undefined ? undefined : { key, payment, revision };

  const claimOf = async (jobId: string) => {
    const entry = await bucket.get(paymentClaimKey(jobId));
    return { entry, claim: PaymentClaim.safeParse(entry?.value).data };
  };

  return {
    async get(key) {
      const entry = await bucket.get(key);
      const payment = PaymentRecord.safeParse(entry?.value).data;
      return entry && payment && { key, payment, revision: entry.revision };
    },
    async create(payment) {
      const key = paymentKey(payment);
      return written(key, payment, await bucket.create(key, payment));
    },
    async update({ key, revision }, payment) {
      return written(key, payment, await bucket.update(key, payment, revision));
    },
    async forget({ key, payment }) {
      await bucket.delete(key);
      for (const { job_id } of payment.jobs)
        if ((await claimOf(job_id)).claim?.payment === key) await bucket.delete(paymentClaimKey(job_id));
    },
    claimOf: async (jobId) => (await claimOf(jobId)).claim,
    async claim(jobId, claim, mayReplace) {
      const key = paymentClaimKey(jobId);
      for (;;) {
        const { entry, claim: other } = await claimOf(jobId);
        if (other && (other.payment === claim.payment || !(await mayReplace(other)))) return other.payment;
        const done = entry ? await bucket.update(key, claim, entry.revision) : await bucket.create(key, claim);
        if (done !== undefined) return claim.payment;
        bus.count("conflict");
      }
    },
    async page(from) {
      const wanted = {
        subject: bucketSubject("payments", paymentKeys),
        batch: PAGE,
        ...(typeof from === "number" ? { seq: from } : { since: from }),
      };
      const found = await messagesOf(bus, stream, wanted).catch((error: unknown) => {
        throw brokerError(error, bus.role, "list the payments");
      });
      const page: PaymentPage = { payments: [], gone: [], next: undefined };
      for (const { subject, value, seq, headers, forged } of found) {
        page.next = seq + 1;
        const payment = PaymentRecord.safeParse(value).data;
        if (payment && !forged) page.payments.push({ key: keyIn(subject), payment, revision: seq });
        else if ("KV-Operation" in headers) page.gone.push(keyIn(subject));
      }
      return page;
    },
    async mark() {
      const sequence = (await bucket.get(paymentMark))?.value;
      return typeof sequence === "number" && Number.isSafeInteger(sequence) ? sequence : 1;
    },
    noteMark: (sequence) => bucket.put(paymentMark, sequence),
  };
}
