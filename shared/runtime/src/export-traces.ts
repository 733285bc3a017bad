import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, type SpanProcessor } from "@opentelemetry/sdk-trace-node";

/** Sends ended spans to the OTLP/HTTP collector at `endpoint` in batches, off the path of the work; a collector that is away costs the spans and nothing else. */
export function exportTraces(endpoint: string): SpanProcessor {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  return new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5000 }));
}
