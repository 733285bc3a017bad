import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Carrier } from "./trace-headers.ts";
import type { Tracing } from "./tracing.ts";

/** What is handed on. Without OpenTelemetry's context: that, and reading and writing headers by it, cost a third of a message's hop. */
const carried = new AsyncLocalStorage<Carrier>();
const NOTHING: Carrier = {};
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The ids of the trace that is being handed on, for a log line; undefined outside of one. */
export function handedOnIds(): { trace_id: string; span_id: string } | undefined {
  const traceparent = carried.getStore()?.["traceparent"];
  return traceparent === undefined ? undefined : { trace_id: traceparent.slice(3, 35), span_id: traceparent.slice(36, 52) };
}

/** A trace of its own, which nobody keeps. */
function begun(): Carrier {
  const id = randomUUID().replaceAll("-", "");
  return { traceparent: `00-${id}-${id.slice(16)}-00` };
}

function handedOn({ traceparent, tracestate }: Carrier): Carrier {
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return begun();
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

/** Hands traces on without a span of its own; a call or a message without one begins one, so that log lines can be found by it. */
export const unrecordedTracing = (): Tracing => ({
  inject: () => carried.getStore() ?? NOTHING,
  publish: (_message, run) => run(),
  process: (_message, carrier, run) => carried.run(handedOn(carrier), run),
  serve: (_name, carrier, run) => carried.run(handedOn(carrier), run),
});
