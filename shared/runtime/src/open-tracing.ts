import type { BaseConfig } from "./config.ts";
import { exportTraces } from "./export-traces.ts";
import { createTracing, type Tracing } from "./tracing.ts";

type Settings = Pick<BaseConfig, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG">;

/** A process's tracing as it is configured. What has not been sent is sent when the stack is disposed. */
export async function openTracing(service: string, settings: Settings, stack: AsyncDisposableStack): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (endpoint === undefined) return createTracing(service);
  const processor = await exportTraces(endpoint);
  stack.defer(() => processor.shutdown().catch(() => undefined));
  return createTracing(service, { processor, ratio });
}
