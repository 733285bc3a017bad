import { z } from "zod";
import { BranchWeights } from "./branch.ts";

/** The bracketed category of an evidence line. */
export const Label = z.enum(["SECURITY", "SYBIL", "ON-CHAIN", "SOCIAL", "MARKET"]);
export type Label = z.infer<typeof Label>;

/**
 * `hit`: found. `clear`: looked for and not there. `unknown`: could not be looked for (weighs nothing, is never safe).
 * `inconclusive`: seen by one method and not by another.
 */
export const SignalStatus = z.enum(["hit", "clear", "unknown", "inconclusive"]);
export type SignalStatus = z.infer<typeof SignalStatus>;

/** One observation: a sentence for people, log-likelihoods for the model, and the numbers to re-derive both. */
export const Signal = z.looseObject({
  code: z.string().regex(/^[a-z][a-z0-9_]{0,47}$/),
  label: Label,
  /** The evidence line without its label. Numbers of ours, never text of the token's. */
  text: z.string().min(1).max(240),
  status: SignalStatus,
  weights: BranchWeights,
  /** How far the observation itself can be trusted, 0..1; multiplies the weights. */
  reliability: z.number().min(0).max(1),
  /** Signals of one group tell the same fact: the strongest counts in full, each further one ×0.3. */
  group: z.string().max(48).optional(),
  /** 0 a remark, 1 low, 2 high, 3 as bad as it gets. Feeds `risk_score`. */
  severity: z.int().min(0).max(3).optional(),
  /** A proven finding that decides alone: cannot sell, rugged, supply inflated, liquidity drained. */
  critical: z.boolean().optional(),
  /** Where it was read, e.g. `eth_simulateV1` or `dexscreener`. */
  source: z.string().min(1).max(64),
  /** Epoch ms at the source: a block's time, an upstream answer's time. */
  observed_at: z.int().nonnegative(),
  /** What the sentence was made of. */
  values: z.record(z.string().max(48), z.union([z.number(), z.boolean(), z.string().max(128)])),
});
export type Signal = z.infer<typeof Signal>;
