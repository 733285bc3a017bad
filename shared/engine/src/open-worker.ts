import { type Bucket, type Bus, openBucket } from "@token-sentiment/bus";
import { budgetKey } from "@token-sentiment/contract";
import type { Log, Metrics } from "@token-sentiment/runtime";
import { createBudget } from "./budget.ts";
import { announcePresence } from "./presence.ts";
import { createUpstream, type Upstream, type UpstreamOptions } from "./upstream.ts";

/** What a process lends a worker: an engine, or the resolver. */
export interface WorkerRoom {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  version: string;
  /** Names this process among the worker's replicas. */
  instance: string;
  /** Epoch ms; the process's clock when omitted. */
  now?: () => number;
  /** Multiplies every budget: a paid plan allows more, a local market any number. 1 when omitted. */
  budgetScale?: number;
}

/** Whose keys it writes, how long it can wait for a budget, and who closes what it opens. */
export interface WorkerIdentity {
  name: string;
  patienceMs: number;
  stack: AsyncDisposableStack;
}

/** Whoever asks the world outside. */
export interface Worker {
  /** An HTTP provider with the limits, retries, circuit and budget of the kit. One per name. */
  upstream(name: string, options: UpstreamOptions): Upstream;
  /** The worker's own keys of bucket `cache`. */
  cache: Bucket;
  /** Says from now on that the worker is there, with the circuits of its upstreams. */
  announce(): Promise<void>;
}

/** Opens what every worker has: providers whose budgets all its replicas share, and its presence. Everything closes with `stack`. */
export async function openWorker({ name, patienceMs, stack }: WorkerIdentity, room: WorkerRoom): Promise<Worker> {
  const { bus, log, metrics, version, instance, now = Date.now, budgetScale = 1 } = room;
  const budgets = await openBucket(bus, "budget");
  const upstreams = new Map<string, Upstream>();
  const circuits = () => Object.fromEntries([...upstreams].map(([upstream, { circuit }]) => [upstream, circuit]));
  return {
    upstream(upstream, options) {
      if (upstreams.has(upstream)) throw new Error(`the upstream ${upstream} is opened twice`);
      const key = budgetKey(name, upstream);
      const limit = options.budget && { ...options.budget, calls: Math.max(1, Math.floor(options.budget.calls * budgetScale)) };
      const budget = limit && createBudget({ upstream, limit, bucket: budgets, key, patienceMs, now });
      const opened = stack.use(createUpstream(upstream, options, { metrics, budget }));
      upstreams.set(upstream, opened);
      return opened;
    },
    cache: await openBucket(bus, "cache"),
    async announce() {
      const presence = await openBucket(bus, "presence");
      stack.use(await announcePresence(presence, log, () => ({ engine: name, instance, version, upstreams: circuits() })));
    },
  };
}
