import { type Bus, consume, openBucket, writeFact } from "@token-sentiment/bus";
import { budgetKey, durables, streams, subjects } from "@token-sentiment/contract";
import type { Log, Metrics } from "@token-sentiment/runtime";
import type { z } from "zod";
import { createBudget } from "./budget.ts";
import type { Engine } from "./define-engine.ts";
import { createEngineMetrics } from "./engine-metrics.ts";
import { createEvidenceCache } from "./evidence-cache.ts";
import { createGate } from "./gate.ts";
import { handleRequest } from "./handle-request.ts";
import { announcePresence } from "./presence.ts";
import { createSuspects } from "./suspects.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

/** What a process lends an engine. */
export interface EngineRoom<C> {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  version: string;
  /** Names this process among the engine's replicas. */
  instance: string;
  config: C;
  /** Requests at once; 8 when omitted. */
  concurrency?: number;
  /** Epoch ms; the process's clock when omitted. */
  now?: () => number;
}

const BEAT_MS = 3000;
/** Then what is still running is handed back: the process must be gone within 10 s. */
const GRACE_MS = 6000;

/** Runs an engine on a connection: announces it, answers its requests, each with one evidence. Disposing finishes or hands back what it holds. */
export async function serveEngine<S extends z.ZodObject>(engine: Engine<S>, room: EngineRoom<z.infer<S>>): Promise<AsyncDisposable> {
  const { bus, log, version, instance, config, concurrency = 8, now = Date.now } = room;
  const { name, timeoutMs, cacheMs } = engine;
  await using opening = new AsyncDisposableStack();
  const budgets = await openBucket(bus, "budget");
  const upstreams = new Map<string, Upstream>();

  const analyze = await engine.open({
    config,
    log,
    stack: opening,
    upstream(upstream, options) {
      if (upstreams.has(upstream)) throw new Error(`the upstream ${upstream} is opened twice`);
      const key = budgetKey(name, upstream);
      const limit = options.budget;
      const budget = limit && createBudget({ upstream, limit, bucket: budgets, key, patienceMs: timeoutMs, now });
      const opened = opening.use(createUpstream(upstream, options, { metrics: room.metrics, budget }));
      upstreams.set(upstream, opened);
      return opened;
    },
  });
  const metrics = createEngineMetrics(room.metrics);
  const bucket = await openBucket(bus, "cache");
  const cache = createEvidenceCache({ engine: name, version, cacheMs, timeoutMs, bucket, log, metrics, now });
  const floor = { gate: createGate(), suspects: createSuspects(name, bucket, log) };
  const presence = await openBucket(bus, "presence");
  const circuits = () => Object.fromEntries([...upstreams].map(([upstream, { circuit }]) => [upstream, circuit]));
  opening.use(await announcePresence(presence, log, () => ({ engine: name, instance, version, upstreams: circuits() })));

  const consumed = { stream: streams.analysis, durable: durables.engine(name), concurrency, beatMs: BEAT_MS, graceMs: GRACE_MS };
  opening.use(
    await consume(bus, consumed, async (delivery) => {
      const evidence = await handleRequest(delivery, floor, { engine, version, analyze, cache, log, metrics, now });
      // Undefined = an earlier delivery answered already: the request is done all the same.
      await writeFact(bus, { kind: "evidence", subject: subjects.evidence(name, evidence.job_id), value: evidence });
      log.info(
        { job_id: evidence.job_id, outcome: evidence.outcome, elapsed_ms: evidence.elapsed_ms, cached: evidence.cached },
        "answered",
      );
    }),
  );
  return opening.move();
}
