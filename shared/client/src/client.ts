import type { AnalysisRequest, FinalJob, Job, Payload, Submitted } from "./analysis.ts";
import { call, type Connection, retryAfterMsOf } from "./call.ts";
import { AnalysisFailedError, errorOf, WaitTimeoutError } from "./errors.ts";
import { follow, type FollowOptions } from "./follow.ts";
import { type Pace, realPace } from "./pace.ts";
import { readJob } from "./poll.ts";
import { submit, type SubmitOptions } from "./submit.ts";

/** Where the service is, and who asks. */
export interface ClientOptions {
  /** E.g. `https://sentiment.example`; in a page that the service itself serves, `""`. */
  url: string;
  /** A production key. */
  key?: string | undefined;
  /** Without a key: names this device, on which the demo calls are counted; 8 to 128 letters, digits, `.`, `_`, `:`, `-`. */
  device?: string | undefined;
  /** Another `fetch` than the platform's. */
  fetch?: typeof fetch | undefined;
  /** Another time than the machine's. */
  pace?: Pace | undefined;
}

/** Of one analysis. */
export interface AnalyzeOptions extends SubmitOptions, FollowOptions {}

/** A completed analysis. */
export interface Analysis {
  job_id: string;
  request_id: string;
  payload: Payload;
}

/** The service, as a program sees it. Every method throws TokenSentimentError, or the signal's reason when it aborts. */
export interface Client {
  /** Submits, waits for the end, and answers the result. @throws AnalysisFailedError when the job ends `failed`. */
  analyze(request: AnalysisRequest, options?: AnalyzeOptions): Promise<Analysis>;
  /** Submits alone. */
  submit(request: AnalysisRequest, options?: SubmitOptions): Promise<Submitted>;
  /** Waits for a job's end, whichever it is. */
  wait(jobId: string, options?: FollowOptions): Promise<FinalJob>;
  /** A job as it is now. */
  job(jobId: string, signal?: AbortSignal): Promise<Job>;
  /** Any other resource of the service, e.g. `/api/quota`, as JSON. */
  read(path: string, signal?: AbortSignal): Promise<unknown>;
}

const READ_TIMEOUT_MS = 15_000;

/** Opens a client. Nothing is sent before a method is called. */
export function createClient({ url, key, device, fetch: given, pace = realPace }: ClientOptions): Client {
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(device === undefined ? {} : { "x-demo-fingerprint": device }),
  };
  // Bound: a browser refuses to run it as anybody's method.
  const connection: Connection = { url: url.replace(/\/+$/, ""), headers, fetch: given ?? ((...args) => fetch(...args)) };
  const about = { connection, pace };

  return {
    submit: (request, options) => submit(about, request, options),
    wait: (jobId, options) => follow(about, jobId, options),
    async analyze(request, options = {}) {
      const submitted = await submit(about, request, options);
      options.onProgress?.({ type: "submitted", submitted });
      const { job_id: jobId, request_id: requestId } = submitted;
      const job = await follow(about, jobId, options).catch((error: unknown) => {
        if (!(error instanceof WaitTimeoutError)) throw error;
        throw new WaitTimeoutError(error.message, { code: error.code, jobId, requestId, cause: error });
      });
      if (job.status === "failed") throw new AnalysisFailedError(job.error, { code: "job_failed", jobId, requestId });
      return { job_id: jobId, request_id: requestId, payload: job.payload };
    },
    async job(jobId, signal) {
      return (await readJob(connection, jobId, { signal })).job;
    },
    async read(path, signal) {
      const answer = await call(connection, path, { timeoutMs: READ_TIMEOUT_MS, signal });
      if (answer.status !== 200) throw errorOf(answer.status, answer.body, { retryAfterMs: retryAfterMsOf(answer) });
      return answer.body;
    },
  };
}
