import {
  type AnalysisRequest,
  type Client,
  DemoLimitError,
  type FinalJob,
  type Progress,
  TokenSentimentError,
} from "@token-sentiment/client";
import type { Action } from "./analysis-state.ts";
import { readHistory, readReport } from "./report.ts";

/** A reader waits less patiently than a program; what is refused can be asked for again by hand, with the same request_id. */
const RETRY_MS = 8000;

/** What a run may use. */
export interface Run {
  client: Client;
  tell: (action: Action) => void;
  signal: AbortSignal;
}

/** Passes on what happens to a job, until it is final. */
async function follow(jobId: string, request: AnalysisRequest, { client, tell, signal }: Run): Promise<void> {
  const started = performance.now();
  const onProgress = (progress: Progress): void => {
    if (progress.type === "evidence") tell({ type: "answered", answer: progress.answer, at: performance.now() - started });
    if (progress.type === "status") tell({ type: "heard" });
    if (progress.type === "interrupted") tell({ type: "interrupted", reason: progress.reason });
  };
  const job: FinalJob = await client.wait(jobId, { signal, onProgress });
  if (job.status === "failed") return tell({ type: "ended", phase: "failed", problem: job.error });
  tell({ type: "completed", payload: job.payload });
  const report = await readReport(client, jobId);
  const address = request.contract_address ?? report?.contract_address;
  const history = address === undefined ? undefined : await readHistory(client, request.chain_id ?? "1", address);
  if (!signal.aborted) tell({ type: "explained", report, history });
}

/** Tells of a failure in words; an abort says nothing: another run has begun. */
function tellProblem(error: unknown, { tell, signal }: Run): void {
  if (signal.aborted) return;
  const phase =
    error instanceof DemoLimitError ? "limit" : error instanceof TokenSentimentError && error.jobId !== undefined ? "lost" : "refused";
  tell({ type: "ended", phase, problem: error instanceof Error ? error.message : String(error) });
}

/** Submits and follows. Resolves when all is told, however it ends. */
export async function runAnalysis(request: AnalysisRequest, run: Run): Promise<void> {
  try {
    const { job_id } = await run.client.submit(request, { signal: run.signal, retryForMs: RETRY_MS });
    run.tell({ type: "submitted", jobId: job_id });
    await follow(job_id, request, run);
  } catch (error) {
    tellProblem(error, run);
  }
}

/** Shows an analysis that was begun before, here or elsewhere. It costs nothing. */
export async function showAnalysis(jobId: string, request: AnalysisRequest, run: Run): Promise<void> {
  try {
    run.tell({ type: "submitted", jobId });
    await follow(jobId, request, run);
  } catch (error) {
    tellProblem(error, run);
  }
}
