import type { Carrier } from "./trace-headers.ts";

/** A message on its way. The first two tokens of its subject name its destination, the last one the conversation that it is part of. */
export interface TracedMessage {
  subject: string;
  /** The durable consumer that brought it. */
  consumer?: string;
  /** `traceparent` of each message that it was made of. */
  causes?: readonly string[];
}

/** One trace from the client's POST to the verdict; the ids are in every log line. */
export interface Tracing {
  /** The active span as headers; empty outside a span. */
  inject(): Carrier;
  /** Runs the writing of a message inside a producer span, child of the active one: what `inject` gives there goes with the message. */
  publish<T>(message: TracedMessage, run: () => Promise<T>): Promise<T>;
  /** Runs the handling of a message inside a consumer span, child of the span in `carrier`. */
  process<T>(message: TracedMessage, carrier: Carrier, run: () => Promise<T>): Promise<T>;
  /** Runs the answering of a call inside a server span, child of the span in `carrier`. */
  serve<T>(name: string, carrier: Carrier, run: () => Promise<T>): Promise<T>;
}
