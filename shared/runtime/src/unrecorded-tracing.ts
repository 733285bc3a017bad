import { context, trace, TraceFlags } from "@opentelemetry/api";
import { NodeTracerProvider, RandomIdGenerator } from "@opentelemetry/sdk-trace-node";
import { type Carrier, extracted, injected } from "./trace-headers.ts";
import type { Tracing } from "./tracing.ts";

/** Hands traces on without a span of its own; a call or a message without one begins one, so that log lines can be found by it. */
export function unrecordedTracing(): Tracing {
  // For its registration of context and headers alone, which is global by OpenTelemetry's design.
  new NodeTracerProvider().register();
  const ids = new RandomIdGenerator();
  const within = <T>(carrier: Carrier, run: () => Promise<T>): Promise<T> => {
    const told = extracted(carrier);
    if (trace.getSpanContext(told)) return context.with(told, run);
    const begun = { traceId: ids.generateTraceId(), spanId: ids.generateSpanId(), traceFlags: TraceFlags.NONE };
    return context.with(trace.setSpanContext(told, begun), run);
  };
  return {
    inject: injected,
    publish: (_message, run) => run(),
    process: (_message, carrier, run) => within(carrier, run),
    serve: (_name, carrier, run) => within(carrier, run),
  };
}
