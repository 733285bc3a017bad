import { isSpanContextValid, trace } from "@opentelemetry/api";
import { handedOnIds } from "./unrecorded-tracing.ts";
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from "pino";

/** One JSON line per event on stdout. Log an allow-list of fields, never a whole request: redaction reaches one level only. */
export type Log = Logger;

const secrets: ReadonlySet<string> = new Set(
  "authorization cookie seed fingerprint api_key apiKey password secret pepper x-api-key x-device-fingerprint x-payment".split(" "),
);
const CENSORED = "[redacted]";

/** A plain object: errors and the like are told by serializers of their own. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const censoredField = (name: string, value: unknown, inner: (value: unknown) => unknown): unknown =>
  secrets.has(name) ? CENSORED : inner(value);
const fieldsOf = (fields: Record<string, unknown>, inner: (value: unknown) => unknown): Record<string, unknown> => {
  const told: Record<string, unknown> = {};
  for (const name in fields) told[name] = censoredField(name, fields[name], inner);
  return told;
};

/** The fields with secrets censored, at the top and one level down: by name, which is an eighth of the cost of pino's paths with wildcards. */
const censored = (fields: Record<string, unknown>): Record<string, unknown> =>
  fieldsOf(fields, (value) => (isPlain(value) ? fieldsOf(value, (deeper) => deeper) : value));

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
    formatters: { level: (label: string) => ({ level: label }), log: censored, bindings: censored },
    mixin: activeSpan,
  };
  return pino(options, destination ?? stdout());
}

/** So much is collected before it is written, and so long at most: a write for each line costs more than the line. */
const COLLECT_BYTES = 64 * 1024;
const COLLECT_MS = 50;

/** Lines are written together; what is fatal, and what is left when the process ends, at once. */
function stdout(): DestinationStream {
  const collecting = { minLength: COLLECT_BYTES, maxWrite: 2 * COLLECT_BYTES, periodicFlush: COLLECT_MS };
  const out = pino.destination({ dest: 1, sync: false, contentMode: "buffer", ...collecting });
  // As bytes: with each string that joins what is collected, sonic-boom 4.2.1 measures all of it again: 11 KB of garbage a line.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes bytes in this mode, and its types do not say so
  const write = out.write.bind(out) as unknown as (line: Buffer) => boolean;
  out.write = (line) => write(Buffer.from(line));
  return out;
}

function activeSpan(): Record<string, string> {
  const ids = handedOnIds();
  if (ids) return ids;
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
