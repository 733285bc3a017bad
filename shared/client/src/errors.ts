import { isObject } from "./shapes.ts";

/** What is known of a failure. */
export interface FailureDetails extends ErrorOptions {
  /** The service's own `code`, or the client's: `network`, `job_failed`, `wait_timeout`. */
  code: string;
  /** HTTP status, when there was an answer. */
  status?: number | undefined;
  /** Sending the same request with it again is safe, and costs nothing if the first got through. */
  requestId?: string | undefined;
  jobId?: string | undefined;
  /** When asking again may help, ms from now. */
  retryAfterMs?: number | undefined;
}

/** Every error of this client but an abort, which is thrown as the signal's own reason. */
export class TokenSentimentError extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly jobId: string | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(message: string, { code, status, requestId, jobId, retryAfterMs, ...options }: FailureDetails) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.jobId = jobId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The request can never work as it is: the message says which field does not fit. */
export class InvalidRequestError extends TokenSentimentError {}

/** The key is unknown or revoked. */
export class UnauthorizedError extends TokenSentimentError {}

/** The demo calls are used up, or a payment is asked for. */
export class DemoLimitError extends TokenSentimentError {}

/** Too many analyses run at once, or too many requests came; still so after the retries. */
export class BusyError extends TokenSentimentError {}

/** The service could not be reached or could not answer; still so after the retries. */
export class UnavailableError extends TokenSentimentError {}

/** There is no such job: it never existed or is older than 24 hours. */
export class JobNotFoundError extends TokenSentimentError {}

/** The job ended without a result; a demo call for it comes back. */
export class AnalysisFailedError extends TokenSentimentError {}

/** No final state came in time. The job may still end: `wait` with its id goes on. */
export class WaitTimeoutError extends TokenSentimentError {}

/** The error for an answer that is no success. */
export function errorOf(status: number, body: unknown, about: Omit<FailureDetails, "code" | "status">): TokenSentimentError {
  const { error, code } = isObject(body) ? body : {};
  const message = typeof error === "string" ? error : `the service answered ${status}`;
  return new (kindOf(status))(message, { ...about, status, code: typeof code === "string" ? code : `http_${status}` });
}

function kindOf(status: number): typeof TokenSentimentError {
  if (status === 401) return UnauthorizedError;
  if (status === 402 || status === 403) return DemoLimitError;
  if (status === 404) return JobNotFoundError;
  if (status === 429) return BusyError;
  return status >= 500 ? UnavailableError : InvalidRequestError;
}

/** True for an error that asking again may cure: no answer, too many requests, a failure of the service. With the same request_id that is safe. */
export const mayPass = (error: unknown): error is TokenSentimentError => error instanceof BusyError || error instanceof UnavailableError;
