import type { Bus } from "@token-sentiment/bus";
import type { Log, Metrics, Tracing } from "@token-sentiment/runtime";
import type { Bells } from "./bells.ts";
import type { HttpLimits } from "./http-limits.ts";
import type { Journal } from "./journal.ts";
import type { JobReader } from "./job-view.ts";
import type { SubmitContext } from "./submit.ts";

/** What the routes share. */
export interface AppContext extends SubmitContext {
  bus: Bus;
  /** Broker time, epoch ms. */
  clock: { now(): number };
  bells: Bells;
  reader: JobReader;
  /** What the broker holds of a job, from any replica. */
  journals: (jobId: string) => Promise<Journal | undefined>;
  limits: HttpLimits;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Aborts when the service begins to shut down. */
  draining?: AbortSignal | undefined;
}
