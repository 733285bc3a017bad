import type { timing } from "@token-sentiment/contract";
import type { BrokerClock, Bus, BusLog } from "@token-sentiment/bus";
import type { EarlyEvidence } from "./early-evidence.ts";
import type { JobRegister } from "./job-register.ts";
import type { AggregatorMetrics } from "./metrics.ts";

/** The clocks that decide when a job is settled, in ms; tests may change them. */
export interface Clocks extends Pick<{ [K in keyof typeof timing]: number }, "absentMs" | "settleEndMs" | "runningAfterMs"> {
  /** A ring can be lost: a job of which nothing was heard is looked at so often anyway. */
  relookMs: number;
}

/** What the parts of one replica share. Nothing of it is the truth: all of it can be read again from the broker. */
export interface Aggregator {
  bus: Bus;
  clock: Pick<BrokerClock, "now">;
  clocks: Clocks;
  jobs: JobRegister;
  early: EarlyEvidence;
  metrics: AggregatorMetrics;
  log: BusLog;
  /** The engines of which at least one process is alive. */
  present(): Promise<ReadonlySet<string>>;
  draining: AbortSignal;
}
