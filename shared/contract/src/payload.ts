import { z } from "zod";
import { Branch } from "./branch.ts";

/** What to do. A closed set. */
export const Verdict = z.enum(["ACCUMULATE", "HOLD", "IGNORE_FUD", "LIQUIDATE_LONGS", "INSUFFICIENT_DATA"]);
export type Verdict = z.infer<typeof Verdict>;

const score = z.int().min(0).max(100);
const probability = z.number().min(0).max(1);

/** How coordinated the talk was; without posts 1, 0, 0 and a line that says nothing was assessed. */
export const CoordinationSignals = z.strictObject({
  unique_author_ratio: probability,
  duplicate_text_cluster_size: z.int().nonnegative(),
  cross_platform_burst_window_minutes: z.int().nonnegative(),
});
export type CoordinationSignals = z.infer<typeof CoordinationSignals>;

/** The result of a completed job. Frozen: clients code against it. */
export const Payload = z.strictObject({
  request_id: z.string(),
  coin_symbol: z.string(),
  /** Internal. `degraded` when an expected engine gave no evidence. */
  status: z.enum(["ok", "degraded"]),
  executable_verdict: Verdict,
  /** 0..1, two decimals. */
  confidence: probability,
  /** round(0.4 chatter_level + 0.6 risk_score); up is worse. */
  drama_index: score,
  /** Internal. */
  chatter_level: score,
  /** Internal. */
  risk_score: score,
  dominant_branch: Branch,
  /** Four decimals each, summing to exactly 1. */
  branch_probabilities: z.strictObject({ real_crash: probability, false_fud: probability, whale_manipulation: probability }),
  /** `[LABEL] text`, most informative first within an engine. */
  evidence_chain: z.array(z.string().regex(/^\[[A-Z][A-Z-]*\] \S/)),
  coordination_signals: CoordinationSignals,
  /** True when all observed evidence came from a cache. */
  served_from_cache: z.boolean(),
  /** Internal. Broker time of the last fact used minus the request's. */
  pipeline_elapsed_ms: z.int().nonnegative(),
});
export type Payload = z.infer<typeof Payload>;
