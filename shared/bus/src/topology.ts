import {
  buckets,
  bucketStream,
  bucketSubjects,
  durables,
  engineFilters,
  engineNames,
  historySubjects,
  resolverFilter,
  republish,
  streams,
  subjects,
  timing,
  usageSubjects,
} from "@token-sentiment/contract";
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { bucketSpec } from "./bucket-specs.ts";
import { appended, collectedStreams } from "./collected-streams.ts";
import { poisonStream } from "./poison-stream.ts";
import { notifierConsumer, webhooksStream } from "./webhooks-stream.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB = 1024;

/** What an operator chooses; everything else follows from the design. */
export interface TopologySettings {
  /** 1 for a single node, 3 for a cluster. */
  replicas: number;
  /** Analyses that may run at once: the gateway admits so many, the consumers of requests hold 64 more. */
  capacity: number;
  /** Room for facts; rows get twice as much, so that it is the POST that is refused when storage runs out. */
  maxBytes: number;
}

export type StreamSpec = Partial<StreamConfig> & Pick<StreamConfig, "name">;
export type ConsumerSpec = Partial<ConsumerConfig> & { durable_name: string };

/** Every stream, bucket and consumer of the service. Only the provisioner declares it; the rest bind and check. */
export interface Topology {
  streams: StreamSpec[];
  consumers: { stream: string; config: ConsumerSpec }[];
}

/** Verdicts kept of one token. */
export const HISTORY_PER_TOKEN = 50;

/** How long the calls of a key are kept. */
export const USAGE_DAYS = 100;

/**
 * How far `max_ack_pending` of those who work requests lies above the capacity: it is of a whole fleet, and no fleet has more to work than
 * the analyses that run. How much of it one process takes is its own concurrency.
 */
export const CAPACITY_MARGIN = 64;

/** Differences that are an operator's choice, not a mistake. */
export const chosen: ReadonlySet<string> = new Set(["num_replicas", "max_bytes", "max_ack_pending"]);

export function topology({ replicas, capacity, maxBytes }: TopologySettings): Topology {
  const max_ack_pending = capacity + CAPACITY_MARGIN;
  return {
    streams: [
      analysis(replicas, maxBytes),
      history(replicas),
      usage(replicas, maxBytes),
      ...collectedStreams(replicas),
      poisonStream(replicas),
      webhooksStream(replicas),
      ...buckets.map((bucket) => bucketSpec(bucket, replicas, maxBytes)),
    ],
    consumers: [
      consumer(durables.requests, [subjects.requests], { ack_wait: nanos(15_000), max_deliver: -1, max_ack_pending }),
      onRows(durables.finals, { ack_wait: nanos(10_000), max_deliver: -1, max_ack_pending: 256 }),
      notifierConsumer,
      consumer(durables.resolver, [resolverFilter], { ack_wait: nanos(10_000), max_deliver: 10, max_ack_pending }),
      ...engineNames.map((engine) =>
        consumer(durables.engine(engine), engineFilters(engine), { ack_wait: nanos(10_000), max_deliver: 10, max_ack_pending }),
      ),
    ],
  };
}

const analysis = (replicas: number, maxBytes: number): StreamSpec => ({
  name: streams.analysis,
  subjects: [subjects.all],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  num_replicas: replicas,
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_age: nanos(timing.retentionMs),
  max_bytes: maxBytes,
  max_msg_size: 64 * KIB,
  duplicate_window: nanos(2 * MINUTE),
  allow_direct: true,
  allow_rollup_hdrs: false,
  deny_delete: true,
  deny_purge: true,
  republish: republish.evidence,
});

/** 50 verdicts a token, for 90 days; the oldest go first. An id is the job's, and a row lives a day: none is written twice. */
const history = (replicas: number): StreamSpec => ({
  name: streams.history,
  subjects: [historySubjects.all],
  max_msgs_per_subject: HISTORY_PER_TOKEN,
  max_age: nanos(90 * DAY),
  max_bytes: 256 * KIB * KIB,
  ...keptById(replicas),
});

/**
 * The ended calls of keys, for 100 days: a quarter, and a week to invoice it. Not one subject a call but one a key, day and outcome, so
 * that the broker counts them; an id is the job's, and a row lives a day: none is written twice. At the fullest load that the facts have
 * room for, 100 days of records of 300 bytes fit into twice their room; beyond it the oldest go first.
 */
const usage = (replicas: number, facts: number): StreamSpec => ({
  name: streams.usage,
  subjects: [usageSubjects.all],
  max_age: nanos(USAGE_DAYS * DAY),
  max_bytes: 2 * facts,
  ...keptById(replicas),
});

/** Streams that are appended to once per message id within a day, the oldest going first. */
const keptById = (replicas: number) =>
  ({
    ...appended(replicas),
    max_msg_size: 4 * KIB,
    duplicate_window: nanos(DAY),
  }) satisfies Partial<StreamSpec>;

type Consumer = Topology["consumers"][number];

const consumer = (durable: string, filters: string[], limits: Partial<ConsumerConfig>): Consumer => ({
  stream: streams.analysis,
  config: {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ...(filters.length === 1 ? { filter_subject: filters[0]! } : { filter_subjects: filters }),
    ...limits,
  },
});

/** A consumer of all job rows. */
const onRows = (durable: string, limits: Partial<ConsumerConfig>): Consumer => ({
  stream: bucketStream("jobs"),
  config: consumer(durable, [bucketSubjects("jobs")], limits).config,
});
