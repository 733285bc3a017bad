export { type BaseConfig, ConfigError, parseConfig, readConfig } from "./config.ts";
export { createLog, type Log, type LogIdentity } from "./log.ts";
export { createMetrics, type MetricName, type Metrics } from "./metrics.ts";
export type { ReadinessCheck } from "./readiness.ts";
export { type OnceDefinition, runOnce } from "./run-once.ts";
export { runService, type Service, type ServiceDefinition } from "./run-service.ts";
export { readSecretFile } from "./secret-file.ts";
export { type Carrier, createTracing, type Tracing } from "./tracing.ts";
export { urlList } from "./url-list.ts";
