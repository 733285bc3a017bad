import { type FinalJob, isFinal, type Progress } from "./analysis.ts";
import type { Connection } from "./call.ts";
import { mayPass, WaitTimeoutError } from "./errors.ts";
import { createListener } from "./listen.ts";
import { betweenPollsMs, type Pace } from "./pace.ts";
import { pollUntilFinal, readJob } from "./poll.ts";

/** How a job is followed. */
export interface FollowOptions {
  signal?: AbortSignal | undefined;
  /** Told what happens as it happens; without it the engines' answers are not asked for. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** How long at most, ms; 150 s when left out, by when every accepted job is final. */
  maxWaitMs?: number | undefined;
}

/** Every accepted job is final within this time, whoever is dead. */
const MAX_WAIT_MS = 150_000;

/** The final state of a job. @throws JobNotFoundError, WaitTimeoutError, or the signal's reason. */
export async function follow(
  { connection, pace }: { connection: Connection; pace: Pace },
  jobId: string,
  { signal, onProgress, maxWaitMs = MAX_WAIT_MS }: FollowOptions = {},
): Promise<FinalJob> {
  const end = pace.now() + maxWaitMs;
  const polling = { connection, pace, signal, end };
  const job = onProgress ? await listenUntilFinal(jobId, { ...polling, onProgress }) : await pollUntilFinal(jobId, polling);
  onProgress?.({ type: "final", job });
  return job;
}

interface Listening {
  connection: Connection;
  pace: Pace;
  signal: AbortSignal | undefined;
  end: number;
  onProgress: (progress: Progress) => void;
}

/** By the job's stream; whenever that ends early, one poll, and after 2 to 3 s the stream again. Nothing is told twice. */
async function listenUntilFinal(jobId: string, { connection, pace, signal, end, onProgress }: Listening): Promise<FinalJob> {
  const late = AbortSignal.timeout(Math.max(1, Math.ceil(end - pace.now())));
  const listen = createListener(connection, jobId, {
    signal: signal ? AbortSignal.any([signal, late]) : late,
    onStatus: (status) => onProgress({ type: "status", status }),
    onEvidence: (answer) => onProgress({ type: "evidence", answer }),
  });
  for (;;) {
    signal?.throwIfAborted();
    if (late.aborted || pace.now() >= end) throw new WaitTimeoutError("the job was not final in time", { code: "wait_timeout", jobId });
    const heard = await listen().catch((error: unknown) => {
      if (late.aborted && signal?.aborted !== true) return undefined;
      throw error;
    });
    if (heard) return heard;
    try {
      const { job } = await readJob(connection, jobId, { signal });
      if (isFinal(job)) return job;
    } catch (error) {
      if (!mayPass(error)) throw error;
      onProgress({ type: "interrupted", reason: error.message });
    }
    await pace.pause(Math.min(betweenPollsMs(pace), Math.max(0, end - pace.now())), signal);
  }
}
