import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from "cockatiel";

/** The classes of what came of one try; the label of a metric. */
export type StatusClass = "2xx" | "3xx" | "4xx" | "429" | "5xx" | "timeout" | "network" | "too_large" | "aborted";

/** One try failed. The message is a predicate for the provider's name and holds nothing that the provider sent. */
export class UpstreamFailure extends Error {
  readonly kind: StatusClass;
  readonly status: number | undefined;
  /** What the provider asked for in `Retry-After`, ms. */
  readonly retryAfterMs: number | undefined;
  constructor(kind: StatusClass, predicate: string, options: ErrorOptions & { status?: number; retryAfterMs?: number | undefined } = {}) {
    super(predicate, options);
    this.name = "UpstreamFailure";
    this.kind = kind;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A wait longer than this is not worth an attempt's time. */
const RETRY_AFTER_MAX_MS = 2000;

const TROUBLE: ReadonlySet<StatusClass> = new Set(["429", "5xx", "timeout", "network"]);

/** Says that the provider is in trouble: counts for its circuit. */
export const isTrouble = (error: unknown): error is UpstreamFailure => error instanceof UpstreamFailure && TROUBLE.has(error.kind);

/** Worth another try within this attempt. */
export const isWorthRetrying = (error: unknown): boolean => isTrouble(error) && (error.retryAfterMs ?? 0) <= RETRY_AFTER_MAX_MS;

/** What to say of a status that is not a success. */
export function statusFailure(status: number, retryAfter: string | undefined): UpstreamFailure {
  const options = { status, retryAfterMs: retryAfterMs(retryAfter) };
  if (status === 429) return new UpstreamFailure("429", "asked to be called less often (429)", options);
  if (status >= 500) return new UpstreamFailure("5xx", `answered ${status}`, options);
  if (status >= 400) return new UpstreamFailure("4xx", `answered ${status}`, options);
  return new UpstreamFailure("3xx", `answered ${status}: redirects are not followed`, options);
}

function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The reason people read, for whatever a call of `name` threw. */
export function reasonOf(name: string, error: unknown): string {
  if (error instanceof UpstreamFailure) return `${name} ${error.message}`;
  if (error instanceof BrokenCircuitError) return `${name} failed repeatedly and is not asked for a while`;
  if (error instanceof BulkheadRejectedError) return `too many calls to ${name} are waiting`;
  if (error instanceof TaskCancelledError) return `${name} gave no answer in time`;
  return `${name} could not be asked`;
}
