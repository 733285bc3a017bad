import { durables, streams, webhookSubjects } from "@token-sentiment/contract";
import { AckPolicy, type ConsumerConfig, DeliverPolicy, type StreamConfig } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { appended } from "./collected-streams.ts";

const DAY = 24 * 60 * 60_000;
const KIB = 1024;

/** Attempts kept of one job: those of a day, and what operators asked for again. */
export const ATTEMPTS_KEPT = 64;

/**
 * The ends of jobs to be told, and what came of it, for three days: the attempts take one, an operator may come a day later.
 * 512 MiB are ten thousand results of the largest kind; the oldest go first, so that a flood of them never holds up the end of a job.
 */
export const webhooksStream = (replicas: number): Partial<StreamConfig> & Pick<StreamConfig, "name"> => ({
  name: streams.webhooks,
  subjects: [webhookSubjects.orders, webhookSubjects.log("*")],
  max_age: nanos(3 * DAY),
  max_msgs_per_subject: ATTEMPTS_KEPT,
  max_bytes: 512 * KIB * KIB,
  max_msg_size: 128 * KIB,
  duplicate_window: nanos(DAY),
  ...appended(replicas),
});

/** Whoever calls: what waits for its next attempt is held by the broker, so what may be held is far more than what is called at once. */
export const notifierConsumer: { stream: string; config: Partial<ConsumerConfig> & { durable_name: string } } = {
  stream: streams.webhooks,
  config: {
    durable_name: durables.notifier,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    filter_subject: webhookSubjects.orders,
    ack_wait: nanos(10_000),
    max_deliver: -1,
    max_ack_pending: 65_536,
  },
};
