import type { Bus } from "@token-sentiment/bus";
import type { Log, Metrics, Tracing } from "@token-sentiment/runtime";
import type { Bells } from "./bells.ts";
import type { HttpLimits } from "./http-limits.ts";
import type { Journal } from "./journal.ts";
import type { JobReader } from "./job-view.ts";
import type { PaymentDesk } from "./payments/desk.ts";
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
  /** Where clients reach this service; unset = as they do. */
  publicUrl: string | undefined;
  /** Undefined when payments are off. */
  desk: PaymentDesk | undefined;
  /** Aborts when the service begins to shut down. */
  draining?: AbortSignal | undefined;
}
