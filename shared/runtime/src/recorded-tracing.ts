import { type Attributes, context, type Context, type Link, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { extracted, injected } from "./trace-headers.ts";
import type { TracedMessage, Tracing } from "./tracing.ts";

/** What becomes of spans. */
export interface RecordingOptions {
  processor: SpanProcessor;
  /** The share of calls that this service keeps the trace of, 0..1, whatever the caller wants; whoever handles a message does as its sender did. */
  ratio: number;
}

/** A call is kept by our own chance: a stranger's `traceparent` names the trace, and does not decide what is recorded of it. */
function samplerOf(ratio: number): Sampler {
  const followed = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  const [kept, dropped] = [{ decision: SamplingDecision.RECORD_AND_SAMPLED }, { decision: SamplingDecision.NOT_RECORD }];
  const own = () => (Math.random() < ratio ? kept : dropped);
  return {
    shouldSample(...[parent, traceId, name, kind, attributes, links]) {
      return kind === SpanKind.SERVER ? own() : followed.shouldSample(parent, traceId, name, kind, attributes, links);
    },
    toString: () => `calls by ${ratio}, messages by their sender`,
  };
}

/** OpenTelemetry's semantic conventions for messaging. The subject has the job in it, which an attribute may and a name may not. */
function attributesOf({ subject, consumer }: TracedMessage, operation: "send" | "process", name: string): Attributes {
  const tokens = subject.split(".");
  const conversation = tokens.at(-1) ?? "";
  const placeholders = tokens.length > 3 ? ".{class}.{scope}.{job}" : ".{job}";
  return {
    "messaging.system": "nats",
    "messaging.operation.type": operation,
    "messaging.operation.name": operation === "send" ? "publish" : "process",
    "messaging.destination.name": subject,
    "messaging.destination.template": name + placeholders,
    "messaging.message.conversation_id": conversation,
    ...(consumer !== undefined && { "messaging.consumer.group.name": consumer }),
  };
}

/** The spans that wrote what a message was made of. */
const linksOf = ({ causes = [] }: TracedMessage): Link[] =>
  causes.flatMap((traceparent) => {
    const linked = trace.getSpanContext(extracted({ traceparent }));
    return linked ? [{ context: linked }] : [];
  });

const destinationOf = ({ subject }: TracedMessage): string => subject.split(".").slice(0, 2).join(".");

/** Makes spans and hands them to `processor`. The first call of a process also installs OpenTelemetry's propagation through asynchronous calls. */
export function recordedTracing(service: string, { processor, ratio }: RecordingOptions): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    sampler: samplerOf(ratio),
    spanProcessors: [processor],
  });
  // Global by OpenTelemetry's design: of several services in one process the first one's registration serves all.
  provider.register();
  const tracer = provider.getTracer(service);

  type Begin = { name: string; kind: SpanKind; parent: Context; attributes?: Attributes; links?: Link[] };
  const inSpan = <T>({ name, kind, parent, attributes = {}, links = [] }: Begin, run: () => Promise<T>): Promise<T> =>
    tracer.startActiveSpan(name, { kind, attributes, links }, parent, (span) => ending(span, run));

  return {
    inject: injected,
    publish(message, run) {
      const name = destinationOf(message);
      const attributes = attributesOf(message, "send", name);
      return inSpan(
        { name: `publish ${name}`, kind: SpanKind.PRODUCER, parent: context.active(), attributes, links: linksOf(message) },
        run,
      );
    },
    process(message, carrier, run) {
      const name = destinationOf(message);
      const attributes = attributesOf(message, "process", name);
      return inSpan({ name: `process ${name}`, kind: SpanKind.CONSUMER, parent: extracted(carrier), attributes }, run);
    },
    serve: (name, carrier, run) => inSpan({ name, kind: SpanKind.SERVER, parent: extracted(carrier) }, run),
  };
}

async function ending<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if (error instanceof Error) span.recordException(error);
    throw error;
  } finally {
    span.end();
  }
}
