import { Label, Measures, Outcome, SignalStatus } from "@token-sentiment/contract";
import { z } from "zod";
import { Model } from "./model-file.ts";

const perBranch = z.strictObject({ real_crash: z.number(), whale_manipulation: z.number(), false_fud: z.number() });

/** One observation and what it moved. */
export const ReportLine = z.strictObject({
  engine: z.string(),
  code: z.string(),
  label: Label,
  status: SignalStatus,
  text: z.string(),
  source: z.string(),
  /** Epoch ms at the source. */
  observed_at: z.int(),
  /** What the sentence was made of. */
  values: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  group: z.string().optional(),
  severity: z.int().optional(),
  critical: z.boolean().optional(),
  /** As the engine sent them, in nats. */
  weights: perBranch,
  /** The model's factor for this code. */
  factor: z.number(),
  /** 0..1, after the number of posts. */
  reliability: z.number(),
  /** What it added to each log-likelihood, after groups and caps, given the lines before it. */
  counted: perBranch,
  /** After this line and all before it. */
  posterior: perBranch,
});
export type ReportLine = z.infer<typeof ReportLine>;

/** One expected engine; `silent` = it gave no answer. */
export const ReportEngine = z.strictObject({
  engine: z.string(),
  outcome: z.enum([...Outcome.options, "silent"]),
  reason: z.string().optional(),
  /** The label of a line about the engine itself. */
  label: Label,
  /** Its share in coverage, and whether it counts as covered. */
  weight: z.number(),
  covered: z.boolean(),
  decisive: z.boolean(),
  /** What it alone may add to or take from one scenario, in nats. */
  cap: z.number(),
  /** What it measured. */
  measures: Measures,
  /** Stream sequence of its evidence, and when the broker stored it, ms after the request. */
  sequence: z.int().optional(),
  answered_ms: z.int().optional(),
  engine_version: z.string().optional(),
  cached: z.boolean().optional(),
  elapsed_ms: z.int().optional(),
});
export type ReportEngine = z.infer<typeof ReportEngine>;

/** Why the result is what it is: JSON, numbers unrounded, and everything that is needed to work the result out again (docs/model.md). */
export const Report = z.strictObject({
  request_id: z.string(),
  coin_symbol: z.string(),
  chain_id: z.string(),
  model_version: z.string(),
  /** The model file that explains, whole. */
  model: Model,
  /** Whether it is known which token was meant, and whether its symbol could have meant another. */
  resolved: z.boolean(),
  ambiguous: z.boolean(),
  prior: perBranch,
  lines: z.array(ReportLine),
  /** Lines of the evidence chain that no engine sent: what nobody looked at, and which contract was judged. */
  remarks: z.array(z.string()),
  posterior: perBranch,
  coverage: z.number(),
  agreement: z.number(),
  /** Before and after the fitted map and the limit for a missing decisive engine. */
  confidence: z.strictObject({ raw: z.number(), value: z.number() }),
  /** null = nobody measured one. */
  event: z.strictObject({ measured: z.number().nullable(), threshold: z.number(), found: z.boolean() }),
  /** The row of the verdict table that decided. */
  verdict_row: z.string(),
  engines: z.array(ReportEngine),
});
export type Report = z.infer<typeof Report>;
