import { bucketStream, bucketSubjects, type BucketName, republish, timing } from "@token-sentiment/contract";
import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const KIB = 1024;

/** How long a payment is kept, from its last change: a year, and a month to close it. */
export const PAYMENT_DAYS = 400;

/** What the buckets do not share: how long keys live (0 = for ever), their room, and what they can do beyond that. */
const bucketOptions: Record<BucketName, { maxAgeMs: number; maxBytes: (facts: number) => number; more?: Partial<StreamConfig> }> = {
  jobs: {
    maxAgeMs: timing.retentionMs,
    maxBytes: (facts) => 2 * facts,
    more: { allow_direct: false, republish: { ...republish.jobs, headers_only: true } },
  },
  quota: { maxAgeMs: 7 * DAY, maxBytes: () => 64 * KIB * KIB },
  cache: { maxAgeMs: DAY, maxBytes: () => 64 * KIB * KIB, more: { allow_msg_ttl: true } },
  presence: { maxAgeMs: timing.presenceTtlMs, maxBytes: () => 8 * KIB * KIB },
  budget: { maxAgeMs: HOUR, maxBytes: () => 8 * KIB * KIB, more: { allow_msg_ttl: true } },
  keys: { maxAgeMs: 0, maxBytes: () => 8 * KIB * KIB },
  // About 1 KB a payment. A full bucket refuses the next one before its money moves.
  payments: { maxAgeMs: PAYMENT_DAYS * DAY, maxBytes: (facts) => facts },
};

/** The stream of a bucket; `facts` is the room for facts in bytes. Made as a stream: `Kvm.create` always allows rollup, and one publish with that header wipes a bucket. */
export function bucketSpec(bucket: BucketName, replicas: number, facts: number): Partial<StreamConfig> & Pick<StreamConfig, "name"> {
  const { maxAgeMs, maxBytes, more } = bucketOptions[bucket];
  return {
    name: bucketStream(bucket),
    subjects: [bucketSubjects(bucket)],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    max_age: nanos(maxAgeMs),
    max_bytes: maxBytes(facts),
    max_msg_size: 64 * KIB,
    allow_direct: true,
    allow_rollup_hdrs: false,
    deny_delete: true,
    deny_purge: true,
    ...more,
  };
}
