import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { z } from "zod";
import { type BaseConfig, readConfig } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { startProbes } from "./probes.ts";
import { createReadiness, type ReadinessCheck } from "./readiness.ts";
import { openTracing } from "./open-tracing.ts";
import { releaseMemory } from "./release-memory.ts";
import type { Tracing } from "./tracing.ts";
import { serviceVersion } from "./version.ts";

/** What a service's `start` gets. */
export interface Service<T> {
  name: string;
  version: string;
  /** Names this process among its replicas; fits a subject's token. */
  instance: string;
  config: T & BaseConfig;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Whatever must be closed; closed in reverse order when the service ends. */
  stack: AsyncDisposableStack;
  /** Aborts when the service begins to shut down, before anything is closed. */
  draining: AbortSignal;
  /** A check that must pass before the service counts as ready. */
  readyWhen: (name: string, check: ReadinessCheck) => void;
}

/** The definition of a service. */
export interface ServiceDefinition<C extends z.ZodObject> {
  name: string;
  /** Its own environment, beside the base settings. */
  config: C;
  /** Opens everything onto the stack. What it returns is added to the ready line, e.g. `{ port }`. */
  start(service: Service<z.infer<C>>): Promise<Record<string, unknown> | void>;
  /** How long shutting down may take before the process exits with 1; 10 s by default. */
  shutdownMs?: number;
}

const SHUTDOWN_MS = 10_000;
const READY_POLL_MS = 50;

/**
 * The whole main of a service: reads the configuration (exit 78 when it does not fit), starts, logs one line `ready` with `probe_port`
 * when every check passes, and on SIGTERM or SIGINT turns not ready, aborts `draining`, closes the stack in reverse and exits with 0.
 * An error nobody caught is logged with its stack and ends the process with 1, closing in the same order.
 */
export async function runService<C extends z.ZodObject>(definition: ServiceDefinition<C>): Promise<void> {
  const { name, shutdownMs = SHUTDOWN_MS } = definition;
  const config = readConfig(definition.config);
  const version = serviceVersion();
  const instance = `${hostname().replaceAll(/[^\w-]/g, "-")}-${process.pid}`;
  const log = createLog(config.LOG_LEVEL, { service: name, version, instance });
  const draining = new AbortController();
  const stack = new AsyncDisposableStack();
  const readiness = createReadiness(draining.signal);
  const metrics = createMetrics({ process: true });

  closeWithGrace({ delay: shutdownMs, logger: closingLog(log) }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, "uncaught error: the service ends");
    else log.info({ signal }, "shutting down");
    draining.abort();
    await stack.disposeAsync();
    log.info("closed");
  });

  const begin = async (): Promise<void> => {
    const probes = stack.use(await startProbes(config.PROBE_PORT, readiness, metrics));
    const tracing = await openTracing(name, config, stack);
    const readyWhen = readiness.add;
    const service = { name, version, instance, config, log, metrics, tracing, stack, draining: draining.signal, readyWhen };
    const announced = (await definition.start(service)) ?? {};
    while (Object.keys(await readiness.reasons()).length > 0) {
      if (draining.signal.aborted) return;
      await sleep(READY_POLL_MS);
    }
    releaseMemory();
    log.info({ probe_port: probes.port, ...announced }, "ready");
  };
  await begin().catch((error: unknown) => {
    // Shutting down has taken away what the start was building on: that is no second error.
    if (!draining.signal.aborted) throw error;
    log.info({ err: error }, "the start was cut short");
  });
}

/** close-with-grace hands over sentences and errors. */
function closingLog(log: Log): { error(problem: unknown): void } {
  return {
    error: (problem) =>
      problem instanceof Error
        ? log.fatal({ err: problem }, "shutting down failed")
        : log.fatal(`shutting down failed: ${String(problem)}`),
  };
}
