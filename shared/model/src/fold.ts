import { type JobRow, type Payload, type Request, TIMED_OUT, type Token } from "@token-sentiment/contract";
import { type Answer, answersOf, isMissing, type StoredEvidence } from "./answers.ts";
import { explain } from "./explain.ts";
import { evidenceChain, reasonOf, remarksOf } from "./lines.ts";
import { currentModel, type Model } from "./model-file.ts";
import type { Report } from "./report.ts";
import { isResolved, resolutionLine } from "./resolution.ts";
import { type Scored, score } from "./score.ts";
import { coordinationOf } from "./scores.ts";
import { isCalm, isDangerous } from "./verdict.ts";

/** A request, and all evidence about it that the broker had stored. */
export interface FoldInput {
  request: Request;
  /** Broker time of the request, epoch ms. */
  requestAt: number;
  evidence: readonly StoredEvidence[];
  /** What the resolver found for a request without a contract; undefined when it was not asked, or said nothing. */
  token?: Token | undefined;
}

/** The end of a job. */
export interface Folded {
  row: Extract<JobRow, { status: "completed" | "failed" }>;
  modelVersion: string;
  /** Stream sequences of the evidence it rests on, in the order of `request.expects`. */
  used: number[];
  /** Worked out when first read. */
  readonly report: Report;
}

function whyFailed(request: Request, answers: readonly Answer[]): string | undefined {
  if (answers.length === 0) return `no analysis engine covers chain ${request.chain_id}`;
  if (answers.some((answer) => answer.outcome === "observed") || !answers.some(isMissing)) return undefined;
  if (answers.every((answer) => answer.outcome === "silent")) return TIMED_OUT;
  return `no analysis engine could observe the token: ${answers.map((answer) => `${answer.engine}: ${reasonOf(answer)}`).join("; ")}`;
}

const readsPosts = (answer: Answer): boolean => answer.model.posts && answer.outcome === "observed";

/** The lines that no engine sent. */
function remarksFor(
  { request, token }: FoldInput,
  answers: readonly Answer[],
  { scored, model }: { scored: Scored; model: Model },
): string[] {
  const dangerous = isDangerous(scored, model) && { real_crash: scored.probabilities.real_crash, risk: scored.risk };
  return remarksOf(
    {
      event: scored.event,
      calm: isCalm(scored, model),
      danger: dangerous || undefined,
      posts: coordinationOf(answers) ? "assessed" : answers.some(readsPosts) ? "none" : "unread",
      resolution: resolutionLine(request, token),
    },
    model,
  );
}

function payloadOf(input: FoldInput, answers: readonly Answer[], outcome: { scored: Scored; evidence_chain: string[] }): Payload {
  const { request, requestAt } = input;
  const { scored, evidence_chain } = outcome;
  const used = answers.flatMap(({ stored }) => (stored ? [stored] : []));
  const observed = used.filter(({ evidence }) => evidence.outcome === "observed");
  const { real_crash, false_fud, whale_manipulation } = scored.probabilities;
  return {
    request_id: request.request_id,
    coin_symbol: request.coin_symbol,
    status: answers.some(isMissing) ? "degraded" : "ok",
    executable_verdict: scored.row.verdict,
    confidence: scored.confidence.value,
    drama_index: scored.drama,
    chatter_level: scored.chatter,
    risk_score: scored.risk,
    dominant_branch: scored.dominant,
    branch_probabilities: { real_crash, false_fud, whale_manipulation },
    evidence_chain,
    coordination_signals: coordinationOf(answers) ?? {
      unique_author_ratio: 1,
      duplicate_text_cluster_size: 0,
      cross_platform_burst_window_minutes: 0,
    },
    served_from_cache: observed.length > 0 && observed.every(({ evidence }) => evidence.cached),
    pipeline_elapsed_ms: Math.max(0, ...used.map(({ at }) => at - requestAt)),
  };
}

/**
 * The end of a job from its facts: a pure function, the same bytes whatever the order of the evidence and whoever folds.
 * `failed` when nothing was observed and an expected engine is missing, or when no engine covers the chain; else `completed`.
 */
export function fold(input: FoldInput, model: Model = currentModel): Folded {
  const { request, requestAt, token } = input;
  const { job_id, coin_symbol } = request;
  const answers = answersOf(request, input.evidence, model);
  const symbol = { ambiguous: token?.ambiguous === true, resolved: isResolved(request, token) };
  const scored = score(answers, model, symbol);
  const remarks = remarksFor(input, answers, { scored, model });
  const error = whyFailed(request, answers);
  const payload = () => payloadOf(input, answers, { scored, evidence_chain: evidenceChain(answers, remarks, model) });
  const row: Folded["row"] =
    error === undefined ? { job_id, status: "completed", coin_symbol, payload: payload() } : { job_id, status: "failed", error };
  let report: Report | undefined;
  return {
    row,
    modelVersion: model.version,
    used: answers.flatMap(({ stored }) => (stored ? [stored.seq] : [])),
    get report() {
      report ??= explain(answers, { request, requestAt, ...symbol, remarks, scored, model });
      return report;
    },
  };
}
