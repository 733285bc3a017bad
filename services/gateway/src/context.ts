import type { Bus } from "@token-sentiment/bus";
import type { Log, Metrics, Tracing } from "@token-sentiment/runtime";
import type { JobReader } from "./job-view.ts";
import type { SubmitContext } from "./submit.ts";

/** A socket idle for longer is closed, unless a waiter is on it. */
export const CONNECTION_TIMEOUT_MS = 15_000;

/** What the routes share. */
export interface AppContext extends SubmitContext {
  bus: Bus;
  /** Broker time, epoch ms. */
  clock: { now(): number };
  reader: JobReader;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Aborts when the service begins to shut down. */
  draining?: AbortSignal | undefined;
}
