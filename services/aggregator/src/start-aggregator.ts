import { doorbells, durables, Presence, streams, timing } from "@token-sentiment/contract";
import {
  type BrokerClock,
  brokerClock,
  type Bus,
  type BusLog,
  consume,
  onNewLeader,
  openBucket,
  subscribeFacts,
} from "@token-sentiment/bus";
import type { Aggregator, Clocks } from "./aggregator.ts";
import { earlyEvidence } from "./early-evidence.ts";
import { holdUntilFinal } from "./hold-until-final.ts";
import { jobRegister } from "./job-register.ts";
import { aggregatorMetrics, type MetricsSource } from "./metrics.ts";
import { onEvidence } from "./on-evidence.ts";

/** What a replica runs on. */
export interface AggregatorOptions {
  bus: Bus;
  log: BusLog;
  metrics: MetricsSource;
  clock?: Pick<BrokerClock, "now">;
  clocks?: Partial<Clocks>;
}

const BEAT_MS = 5000;
const RELOOK_MS = 5000;

/** Starts one replica: any number may run, any may die. Disposing hands back what it holds. */
export async function startAggregator(options: AggregatorOptions): Promise<AsyncDisposable> {
  const { bus, log } = options;
  await using starting = new AsyncDisposableStack();
  const presence = await openBucket(bus, "presence");
  const clock = options.clock ?? starting.use(await brokerClock(bus, { stream: streams.analysis, durable: durables.requests }));
  const draining = new AbortController();
  const jobs = jobRegister();
  const oldestAgeMs = () => {
    const oldest = jobs.oldest();
    return oldest === undefined ? 0 : clock.now() - oldest;
  };
  const aggregator: Aggregator = {
    bus,
    log,
    clock,
    clocks: { ...timing, relookMs: RELOOK_MS, ...options.clocks },
    jobs,
    early: earlyEvidence(() => clock.now()),
    metrics: aggregatorMetrics(options.metrics, { count: jobs.count, oldestAgeMs }),
    present: async () => new Set((await presence.list("")).flatMap(({ value }) => Presence.safeParse(value).data?.engine ?? [])),
    draining: draining.signal,
  };
  starting.use(await subscribeFacts(bus, doorbells.evidence, onEvidence(aggregator)));
  aggregator.early.missed();
  const lookAll = (): void => {
    aggregator.early.missed();
    jobs.lookAll();
  };
  starting.use(bus.onReconnect(lookAll));
  starting.use(onNewLeader(bus, streams.analysis, lookAll));
  // The consumer's max_ack_pending is the limit: a pull is always open, so that a gateway sees that somebody works.
  const requests = {
    stream: streams.analysis,
    durable: durables.requests,
    concurrency: Number.POSITIVE_INFINITY,
    beatMs: BEAT_MS,
    graceMs: 1000,
  };
  starting.use(await consume(bus, requests, (delivery) => holdUntilFinal(aggregator, delivery)));
  starting.defer(() => draining.abort());
  const stack = starting.move();
  return { [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
