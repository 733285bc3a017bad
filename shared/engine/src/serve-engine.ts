import { type BrokerClock, brokerClock, consume, writeFact } from "@token-sentiment/bus";
import { durables, streams, subjects, timing } from "@token-sentiment/contract";
import type { z } from "zod";
import type { Engine } from "./define-engine.ts";
import { createAnswered } from "./answered.ts";
import { createEngineMetrics } from "./engine-metrics.ts";
import { createEvidenceCache } from "./evidence-cache.ts";
import { createGate } from "./gate.ts";
import { handleRequest } from "./handle-request.ts";
import { createNotes } from "./notes.ts";
import { openWorker, type WorkerRoom } from "./open-worker.ts";
import { openCollected } from "./collected.ts";
import { createSuspects } from "./suspects.ts";

/** What a process lends an engine. */
export interface EngineRoom<C> extends WorkerRoom {
  config: C;
  /** Requests at once; 8 when omitted. */
  concurrency?: number;
  /** Broker time; read from the broker when omitted. */
  clock?: Pick<BrokerClock, "now">;
}

const BEAT_MS = 3000;
/** Then what is still running is handed back: the process must be gone within 10 s. */
const GRACE_MS = 6000;

/** Runs an engine on a connection: announces it, answers its requests, each with one evidence. Disposing finishes or hands back what it holds. */
export async function serveEngine<S extends z.ZodObject>(engine: Engine<S>, room: EngineRoom<z.infer<S>>): Promise<AsyncDisposable> {
  const { bus, log, version, config, concurrency = 8, now = Date.now } = room;
  const { name, timeoutMs, cacheMs } = engine;
  await using opening = new AsyncDisposableStack();
  const worker = await openWorker({ name, patienceMs: timeoutMs, stack: opening }, room);
  const bucket = worker.cache;
  const notes = createNotes(name, bucket, log);
  const analyze = await engine.open({
    config,
    log,
    stack: opening,
    notes,
    upstream: worker.upstream,
    collected: openCollected(bus),
    metrics: room.metrics,
  });
  const metrics = createEngineMetrics(room.metrics);
  const cache = createEvidenceCache({ engine: name, version, cacheMs, timeoutMs, bucket, log, metrics, now });
  const shared = { gate: createGate(), suspects: createSuspects(name, bucket, log) };
  const clock = room.clock ?? opening.use(await brokerClock(bus, { stream: streams.analysis, durable: durables.engine(name) }));
  const isOver = (requestAt: number) => clock.now() >= requestAt + timing.settleEndMs;
  const answered = createAnswered();
  await worker.announce();

  const consumed = {
    stream: streams.analysis,
    durable: durables.engine(name),
    concurrency,
    beatMs: BEAT_MS,
    graceMs: GRACE_MS,
    ackAlong: true,
  };
  opening.use(
    await consume(bus, consumed, async (delivery) => {
      if (answered.has(delivery.fact.seq)) return;
      const evidence = await handleRequest(delivery, { ...shared, isOver }, { engine, version, analyze, cache, log, metrics, now });
      // Undefined = an earlier delivery answered already: the request is done all the same.
      await writeFact(bus, { kind: "evidence", subject: subjects.evidence(name, evidence.job_id), value: evidence });
      answered.add(delivery.fact.seq);
      log.info(
        { job_id: evidence.job_id, outcome: evidence.outcome, elapsed_ms: evidence.elapsed_ms, cached: evidence.cached },
        "answered",
      );
    }),
  );
  return opening.move();
}
