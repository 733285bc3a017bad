import type { SpanProcessor } from "@opentelemetry/sdk-trace-node";

/** Sends ended spans to the OTLP/HTTP collector at `endpoint` in batches, off the path of the work; a collector that is away costs the spans and nothing else. Loaded only when it is asked for. */
export async function exportTraces(endpoint: string): Promise<SpanProcessor> {
  const [{ OTLPTraceExporter }, { BatchSpanProcessor }] = await Promise.all([
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/sdk-trace-node"),
  ]);
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  return new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5000 }));
}
