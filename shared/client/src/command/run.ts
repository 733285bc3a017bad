import { createClient } from "../client.ts";
import { AnalysisFailedError, DemoLimitError, InvalidRequestError, TokenSentimentError, UnauthorizedError } from "../errors.ts";
import { realPace } from "../pace.ts";
import { card } from "./card.ts";
import { type CommandOptions, optionsOf, USAGE, UsageError } from "./options.ts";
import { paintFor, plain, type Sink } from "./paint.ts";
import { progressLine } from "./progress-line.ts";

/** What the command runs in. */
export interface CommandSurroundings {
  env: Record<string, string | undefined>;
  out: Sink;
  err: Sink;
  /** Ends it in order. */
  signal: AbortSignal;
}

/** Exit codes: for scripts. */
const exitCodes = { verdict: 0, failed: 1, usage: 2, insufficient: 3, interrupted: 130 } as const;

/** Whatever the next analysis would end with as well. */
const isLasting = (error: unknown): boolean =>
  error instanceof InvalidRequestError || error instanceof UnauthorizedError || error instanceof DemoLimitError;

/** One analysis, shown. Resolves to its exit code, and whether another one makes sense. */
async function analyzeOnce(
  options: CommandOptions,
  { out, err, env, signal }: CommandSurroundings,
): Promise<{ code: number; lasting: boolean }> {
  const { url, key, device, request, json, fresh } = options;
  const paint = paintFor(err, env);
  const started = performance.now();
  try {
    const analysis = await createClient({ url, key, device }).analyze(request, {
      signal,
      fresh,
      ...(json
        ? {}
        : {
            onProgress(progress) {
              const line = progressLine(progress, paint, performance.now() - started);
              if (line !== undefined) err.write(`${line}\n`);
            },
          }),
    });
    out.write(json ? `${JSON.stringify(analysis)}\n` : card(analysis, paintFor(out, env), out.columns));
    const known = analysis.payload.executable_verdict !== "INSUFFICIENT_DATA";
    return { code: known ? exitCodes.verdict : exitCodes.insufficient, lasting: false };
  } catch (error) {
    if (signal.aborted) return { code: exitCodes.interrupted, lasting: true };
    if (!(error instanceof TokenSentimentError)) throw error;
    const { code, requestId, jobId } = error;
    if (json) out.write(`${JSON.stringify({ error: error.message, code, request_id: requestId, job_id: jobId })}\n`);
    err.write(`token-sentiment: ${plain(error.message)}\n`);
    // Only a request that may have got through, or may get through later, is worth its id.
    const again = !isLasting(error) && !(error instanceof AnalysisFailedError) && requestId !== undefined;
    if (again) err.write(`  --request-id ${plain(requestId)} asks for the same analysis again, at no further cost\n`);
    return { code: error instanceof InvalidRequestError ? exitCodes.usage : exitCodes.failed, lasting: isLasting(error) };
  }
}

/** Runs the command to its end. Resolves to the exit code. */
export async function runCommand(args: readonly string[], surroundings: CommandSurroundings): Promise<number> {
  const { env, out, err, signal } = surroundings;
  let options: CommandOptions | "help";
  try {
    options = optionsOf(args, env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err.write(`token-sentiment: ${error.message}\n\n${USAGE}`);
    return exitCodes.usage;
  }
  if (options === "help") {
    (args.length === 0 ? err : out).write(USAGE);
    return args.length === 0 ? exitCodes.usage : exitCodes.verdict;
  }
  for (let done = 1; ; done++) {
    const { code, lasting } = await analyzeOnce(options, surroundings);
    if (lasting || done >= options.times || options.watchS === undefined) return code;
    await realPace.pause(options.watchS * 1000, signal).catch(() => undefined);
    if (signal.aborted) return exitCodes.interrupted;
  }
}
