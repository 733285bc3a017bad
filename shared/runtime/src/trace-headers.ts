import { context, propagation, ROOT_CONTEXT } from "@opentelemetry/api";

/** Headers that carry a trace from one process to the next: W3C `traceparent` (and `tracestate`). */
export type Carrier = Record<string, string>;

/** The active trace as headers; empty outside of one. */
export function injected(): Carrier {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** The context that headers tell of. Only these two: baggage of a stranger is not passed on. */
export const extracted = ({ traceparent, tracestate }: Carrier) => propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
