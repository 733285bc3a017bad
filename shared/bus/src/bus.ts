import type { Role } from "@token-sentiment/contract";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Wire } from "./wire.ts";

/** A message on its way, to a trace. */
interface TracedMessage {
  subject: string;
  /** The durable consumer that brought it. */
  consumer?: string;
  /** `traceparent` of each message that it was made of. */
  causes?: readonly string[];
}

/** Carries a trace over the broker in W3C headers; the runtime's implementation uses OpenTelemetry. */
export interface Tracing {
  /** Headers of the active span. */
  inject(): Record<string, string>;
  /** Runs a handler inside a consumer span that continues the trace of `carrier`. */
  process<T>(message: TracedMessage, carrier: Record<string, string>, run: () => Promise<T>): Promise<T>;
  /** Runs the writing of a message inside a producer span, whose headers go with it. */
  publish<T>(message: TracedMessage, run: () => Promise<T>): Promise<T>;
}

/** The part of a pino logger that the bus uses. */
export interface BusLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What happens on a connection beside its work; a closed set, for a counter. */
export const busEvents = ["disconnect", "reconnect", "forbidden", "error", "forged", "dropped", "handler_failed", "conflict"] as const;
export type BusEvent = (typeof busEvents)[number];

/** One role's connection to the broker. Disposing drains it, for at most 5 s, then closes it. */
export interface Bus extends AsyncDisposable {
  readonly role: Role;
  readonly connected: boolean;
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** What the hot paths use instead of `js` and `jsm`. */
  readonly wire: Wire;
  /** What the subjects of JetStream's interface begin with. */
  readonly api: string;
  readonly log: BusLog;
  readonly tracing: Tracing;
  count(event: BusEvent): void;
  /** A permission violation or broker error of the last seconds, for a call that only shows "heartbeats missed". */
  lastProblem(): string | undefined;
  /** Runs after every reconnect, until disposed. */
  onReconnect(run: () => void): Disposable;
}
