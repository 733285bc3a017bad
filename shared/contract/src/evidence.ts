import { z } from "zod";
import { Series } from "./series.ts";
import { Signal } from "./signal.ts";

/** Measurements that are not lines. A closed set; each engine fills those it can. */
export const Measures = z.looseObject({
  /** Distinct authors over posts, 0..1. */
  unique_author_ratio: z.number().min(0).max(1).optional(),
  /** Posts in the largest cluster of near-duplicate texts. */
  duplicate_text_cluster_size: z.int().nonnegative().optional(),
  /** Width of the tightest burst over several platforms; 0 = none. */
  cross_platform_burst_window_minutes: z.int().nonnegative().optional(),
  /** Post volume against the token's own baseline, 0..100. */
  chatter: z.number().min(0).max(100).optional(),
  /** Is anything happening: the strength of the event this engine measured, 0..1. */
  event: z.number().min(0).max(1).optional(),
});
export type Measures = z.infer<typeof Measures>;

/** `unavailable`: could not be asked; lowers coverage. `not_applicable`: there was nothing to ask; neither degraded nor counted. */
export const Outcome = z.enum(["observed", "unavailable", "not_applicable"]);
export type Outcome = z.infer<typeof Outcome>;

/** Everything one engine has to say about one job: written once to `analysis.evidence.engine.<engine>.<job>`. */
export const Evidence = z.looseObject({
  job_id: z.uuid(),
  engine: z.string().min(1).max(32),
  engine_version: z.string().min(1).max(64),
  outcome: Outcome,
  /** Why there is no observation. */
  reason: z.string().max(240).optional(),
  signals: z.array(Signal),
  measures: Measures,
  /** For a picture; the first to go when the evidence is too large. */
  series: Series.optional(),
  cached: z.boolean(),
  /** Epoch ms by the engine's clock; for people, never for a decision. */
  observed_at: z.int().nonnegative(),
  elapsed_ms: z.int().nonnegative(),
});
export type Evidence = z.infer<typeof Evidence>;
