import { type FinalJob, isFinal, type Job } from "./analysis.ts";
import { call, type Connection, retryAfterMsOf } from "./call.ts";
import { errorOf, mayPass, UnavailableError, WaitTimeoutError } from "./errors.ts";
import { betweenPollsMs, type Pace } from "./pace.ts";
import { isJob } from "./shapes.ts";

/** How one waits for a job. */
export interface PollOptions {
  connection: Connection;
  pace: Pace;
  signal?: AbortSignal | undefined;
  /** When waiting ends, on `pace`'s clock. */
  end: number;
  /** Told every state that is not final, once. */
  onStatus?: (status: "pending" | "running") => void;
  /** Told why an ask had no answer; the asking goes on. */
  onInterrupted?: (reason: string) => void;
}

const WAIT_S = 20;
/** Above the longest wait that is asked for. */
const TIMEOUT_MS = (WAIT_S + 10) * 1000;

/** The state of a job, waiting for its end up to `waitS` seconds if the service offers that. @throws TokenSentimentError. */
export async function readJob(
  connection: Connection,
  jobId: string,
  { waitS = 0, signal }: { waitS?: number; signal?: AbortSignal | undefined } = {},
): Promise<{ job: Job; waited: boolean; retryAfterMs: number | undefined }> {
  const path = `/api/agent/${encodeURIComponent(jobId)}`;
  // A header, not a query: a service that does not know it ignores it.
  const prefer = waitS > 0 ? { headers: { prefer: `wait=${waitS}` } } : {};
  const answer = await call(connection, path, { ...prefer, timeoutMs: TIMEOUT_MS, signal });
  const retryAfterMs = retryAfterMsOf(answer);
  if (answer.status !== 200) throw errorOf(answer.status, answer.body, { jobId, retryAfterMs });
  if (!isJob(answer.body)) throw new UnavailableError("the service answered something that is no job", { code: "malformed", jobId });
  return { job: answer.body, waited: answer.headers.has("preference-applied"), retryAfterMs };
}

/**
 * Polls until the job is final: by long-poll where it is offered, else every 2 to 3 s; goes on through network errors and failures that may pass.
 * @throws JobNotFoundError, or WaitTimeoutError at `end`.
 */
export async function pollUntilFinal(jobId: string, options: PollOptions): Promise<FinalJob> {
  const { connection, pace, signal, end, onStatus, onInterrupted } = options;
  for (let told = ""; ;) {
    const leftMs = end - pace.now();
    if (leftMs <= 0) throw new WaitTimeoutError("the job was not final in time", { code: "wait_timeout", jobId });
    let pauseMs = betweenPollsMs(pace);
    try {
      const waitS = Math.min(WAIT_S, Math.ceil(leftMs / 1000));
      const { job, waited } = await readJob(connection, jobId, { waitS, signal });
      if (isFinal(job)) return job;
      if (told !== job.status) onStatus?.(job.status);
      told = job.status;
      if (waited) pauseMs = 0;
    } catch (error) {
      if (!mayPass(error)) throw error;
      onInterrupted?.(error.message);
      pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
    }
    if (pauseMs > 0) await pace.pause(Math.min(pauseMs, Math.max(0, end - pace.now())), signal);
  }
}
