import type { BaseConfig } from "./config.ts";
import type { Tracing } from "./tracing.ts";
import { unrecordedTracing } from "./unrecorded-tracing.ts";

type Settings = Pick<BaseConfig, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_TRACES_SAMPLER_ARG">;

/** A process's tracing as it is configured. What has not been sent is sent when the stack is disposed. */
export async function openTracing(service: string, settings: Settings, stack: AsyncDisposableStack): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (endpoint === undefined) return unrecordedTracing();
  // OpenTelemetry's SDK is 50 ms of every start and some MiB of every process: only whoever records loads it.
  const [{ exportTraces }, { recordedTracing }] = await Promise.all([import("./export-traces.ts"), import("./recorded-tracing.ts")]);
  const processor = exportTraces(endpoint);
  stack.defer(() => processor.shutdown().catch(() => undefined));
  return recordedTracing(service, { processor, ratio });
}
