import { checkFact, type Evidence, type Outcome, roster } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";
import { capEvidence } from "./cap-evidence.ts";
import type { Analyze, Engine } from "./define-engine.ts";
import type { EngineMetrics } from "./engine-metrics.ts";
import { RejectedError, UnavailableError } from "./errors.ts";
import type { EvidenceCache, Observation } from "./evidence-cache.ts";
import type { Task } from "./task.ts";

/** What an answer is made of. */
export interface Attempt {
  engine: Pick<Engine, "name" | "timeoutMs" | "needsContract">;
  version: string;
  analyze: Analyze;
  cache: EvidenceCache;
  log: Log;
  metrics: EngineMetrics;
  now: () => number;
}

const REASON_MAX = 240;
/** Made once: an error with its stack for each answer costs more than the rest of the attempt. */
const ANSWERED = new UnavailableError("the attempt is over");
/** An attempt whose signal has aborted may still say what it has, or why it has nothing. */
const LAST_WORDS_MS = 200;

/** Analyzes one request and answers it, whatever happens: the evidence is valid and within its size. */
export async function conclude(request: Task, attempt: Attempt): Promise<Evidence> {
  const { engine, log, metrics, now } = attempt;
  const started = now();
  const without = (outcome: Outcome, reason: string): Evidence => unobserved(request, attempt, { outcome, reason, started });

  const chains: readonly string[] = roster[engine.name].chains;
  if (!chains.includes(request.chain_id)) return without("not_applicable", `chain ${request.chain_id} is not covered`);
  if (engine.needsContract && request.contract_address === undefined) return without("not_applicable", "no contract address");
  try {
    const { analysis, cached, observedAt } = await observe(request, attempt);
    const { signals, measures = {}, series } = analysis;
    return capEvidence(
      checkFact("evidence", {
        ...without("observed", ""),
        reason: undefined,
        signals,
        measures,
        ...(series && { series }),
        cached,
        observed_at: observedAt,
        elapsed_ms: Math.max(0, now() - started),
      }),
    );
  } catch (err) {
    if (err instanceof RejectedError) return without("not_applicable", err.message);
    if (err instanceof UnavailableError) {
      log.warn({ err, job_id: request.job_id }, "an upstream could not answer");
      return without("unavailable", err.message);
    }
    metrics.bug();
    log.error({ err, job_id: request.job_id }, "an attempt failed: this is a bug");
    return without("unavailable", "internal error");
  }
}

/** An answer without an observation. The reason loses control characters and what lies past 240. */
export function unobserved(
  request: Task,
  { engine, version, now }: Pick<Attempt, "engine" | "version" | "now">,
  { outcome, reason, started }: { outcome: Outcome; reason: string; started: number },
): Evidence {
  return {
    job_id: request.job_id,
    engine: engine.name,
    engine_version: version,
    outcome,
    reason: reason.replaceAll(/\p{Cc}+/gu, " ").slice(0, REASON_MAX),
    signals: [],
    measures: {},
    cached: false,
    observed_at: now(),
    elapsed_ms: Math.max(0, now() - started),
  };
}

/** One attempt in its time: the signal aborts at the limit, and shortly after nobody waits for the analysis any longer. */
async function observe(request: Task, { engine, analyze, cache, log, now }: Attempt): Promise<Observation> {
  const { chain_id, contract_address, coin_symbol } = request;
  const token = { chain_id, coin_symbol, ...(contract_address !== undefined && { contract_address }) };
  const over = () => new UnavailableError(`no answer within ${engine.timeoutMs / 1000} s`);
  const limit = new AbortController();
  // Not a second signal: one costs more than all that is done here.
  const unanswered = Promise.withResolvers<never>();
  const timers = [
    setTimeout(() => limit.abort(over()), engine.timeoutMs),
    setTimeout(() => unanswered.reject(over()), engine.timeoutMs + LAST_WORDS_MS),
  ];
  let own: Log | undefined;
  const context = {
    signal: limit.signal,
    now,
    // Most attempts say nothing.
    get log() {
      return (own ??= log.child({ job_id: request.job_id }));
    },
  };
  try {
    const observed = cache.observe({ ...token, fresh: request.fresh === true }, limit.signal, async () => analyze(token, context));
    // Nobody may be left to hear of a failure after the limit.
    observed.catch(() => undefined);
    return await Promise.race([observed, unanswered.promise]);
  } finally {
    timers.forEach(clearTimeout);
    // Calls the analysis left behind are not waited for.
    limit.abort(ANSWERED);
  }
}
