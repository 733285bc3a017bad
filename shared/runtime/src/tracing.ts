import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { NodeTracerProvider, ParentBasedSampler, type SpanProcessor, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace-node";

/** Headers that carry a trace from one process to the next: W3C `traceparent` (and `tracestate`). */
export type Carrier = Record<string, string>;

/** One trace from the client's POST to the verdict; the ids are in every log line. */
export interface Tracing {
  /** The active span as headers; empty outside a span. */
  inject(): Carrier;
  /** Runs the handling of a message inside a consumer span, child of the span in `carrier`. */
  process<T>(name: string, carrier: Carrier, run: () => Promise<T>): Promise<T>;
  /** Runs the answering of a call inside a server span, child of the span in `carrier`. */
  serve<T>(name: string, carrier: Carrier, run: () => Promise<T>): Promise<T>;
}

/** What becomes of spans; without it nothing does. */
export interface TracingOptions {
  processor: SpanProcessor;
  /** The share of traces that this service starts and keeps, 0..1. */
  ratio: number;
}

/** Spans of one service. The first call of a process also installs context propagation through asynchronous calls. */
export function createTracing(service: string, options?: TracingOptions): Tracing {
  const provider = options
    ? new NodeTracerProvider({
        resource: resourceFromAttributes({ "service.name": service }),
        sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
        spanProcessors: [options.processor],
      })
    : new NodeTracerProvider();
  // Global by OpenTelemetry's design: of several services in one process the first one's registration serves all.
  provider.register();
  const tracer = provider.getTracer(service);
  return {
    inject() {
      const carrier: Carrier = {};
      propagation.inject(context.active(), carrier);
      return carrier;
    },
    process: (name, carrier, run) => inSpan(tracer, { name, kind: SpanKind.CONSUMER, carrier }, run),
    serve: (name, carrier, run) => inSpan(tracer, { name, kind: SpanKind.SERVER, carrier }, run),
  };
}

async function inSpan<T>(tracer: Tracer, at: { name: string; kind: SpanKind; carrier: Carrier }, run: () => Promise<T>): Promise<T> {
  const { traceparent, tracestate } = at.carrier;
  // Only these two: baggage of a stranger is not passed on.
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
  return tracer.startActiveSpan(at.name, { kind: at.kind }, parent, async (span: Span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      throw error;
    } finally {
      span.end();
    }
  });
}
