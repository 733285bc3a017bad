/** `"1"` Ethereum, `"56"` BSC, `"8453"` Base, or Solana. */
export type ChainId = "1" | "56" | "8453" | "solana";

/** What to do. A closed set. */
export type Verdict = "ACCUMULATE" | "HOLD" | "IGNORE_FUD" | "LIQUIDATE_LONGS" | "INSUFFICIENT_DATA";

/** A scenario that explains the panic. */
export type Branch = "real_crash" | "whale_manipulation" | "false_fud";

/** What is to be analysed; as `POST /api/agent` takes it. */
export interface AnalysisRequest {
  coin_symbol: string;
  contract_address?: string | undefined;
  /** `"1"` when left out. */
  chain_id?: ChainId | undefined;
  /** The same id and content get the same job, for 24 hours. Made up when left out, and told by every error. */
  request_id?: string | undefined;
  /** With a key or a payment: the job's end is posted there too, signed (Standard Webhooks), with the `webhookSecret` of the answer. */
  webhook_url?: string | undefined;
}

/** The result of a completed job, exactly as the service answers it. */
export interface Payload {
  request_id: string;
  coin_symbol: string;
  /** `degraded` when an expected engine gave no evidence. */
  status: "ok" | "degraded";
  executable_verdict: Verdict;
  /** 0..1. */
  confidence: number;
  /** 0..100, up is worse. */
  drama_index: number;
  chatter_level: number;
  risk_score: number;
  dominant_branch: Branch;
  /** Summing to exactly 1. */
  branch_probabilities: { real_crash: number; false_fud: number; whale_manipulation: number };
  /** `[LABEL] text`. */
  evidence_chain: string[];
  coordination_signals: {
    unique_author_ratio: number;
    duplicate_text_cluster_size: number;
    cross_platform_burst_window_minutes: number;
  };
  served_from_cache: boolean;
  pipeline_elapsed_ms: number;
}

/** What a poll answers. */
export type Job =
  | { job_id: string; status: "pending" | "running"; coin_symbol: string }
  | { job_id: string; status: "completed"; coin_symbol: string; payload: Payload }
  | { job_id: string; status: "failed"; error: string };

/** A final answer. */
export type FinalJob = Extract<Job, { status: "completed" | "failed" }>;

/** What one engine found, as the stream of events tells it. */
export interface EngineAnswer {
  engine: string;
  outcome: "observed" | "unavailable" | "not_applicable";
  /** Why there is no observation. */
  reason?: string | undefined;
  signals: number;
  lines: { label: string; text: string }[];
}

/** A request that was taken. */
export interface Submitted {
  job_id: string;
  request_id: string;
  coin_symbol: string;
  poll_url: string;
  /** True when this request_id had started the job before: it cost nothing. */
  replayed: boolean;
  /** Demo calls left; undefined for a caller without a limit. */
  callsLeft?: number;
  /** `whsec_...`: what verifies the calls of `webhook_url`. The same for this caller and URL; keep it secret. */
  webhookSecret?: string;
}

/** What happens while one waits, in order: `submitted` once, then states (again after an interruption), engines' answers and interruptions, then `final` once. */
export type Progress =
  | { type: "submitted"; submitted: Submitted }
  | { type: "status"; status: "pending" | "running" }
  | { type: "evidence"; answer: EngineAnswer }
  /** Nothing is lost: the job goes on, and so does the asking. */
  | { type: "interrupted"; reason: string }
  | { type: "final"; job: FinalJob };

/** True when nothing more can happen to a job. */
export const isFinal = (job: Job): job is FinalJob => job.status === "completed" || job.status === "failed";
