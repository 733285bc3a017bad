import { isSpanContextValid, trace } from "@opentelemetry/api";
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino";

/** One JSON line per event on stdout. Log an allow-list of fields, never a whole request: redaction reaches one level only. */
export type Log = Logger;

const secrets = ["authorization", "cookie", "seed", "fingerprint", "api_key", "apiKey", "password", "secret", "pepper"];
const hyphenated = ["x-api-key", "x-device-fingerprint", "x-payment"];
const redacted = [
  ...secrets.flatMap((field) => [field, `*.${field}`]),
  ...hyphenated.flatMap((field) => [`["${field}"]`, `*["${field}"]`]),
];

/** Fields of every line of one process. */
export interface LogIdentity {
  service: string;
  version: string;
  instance: string;
}

/** A logger whose lines carry who wrote them and, inside a span, `trace_id` and `span_id`. Secrets are censored at the top and one level down. */
export function createLog(level: string, identity: LogIdentity, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { ...identity },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: "[redacted]" },
    mixin: activeSpan,
  };
  return destination ? pino(options, destination) : pino(options);
}

function activeSpan(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
