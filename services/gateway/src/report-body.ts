import { Label, Outcome, SignalStatus } from "@token-sentiment/contract";
import { z } from "zod";

const perBranch = z.strictObject({ real_crash: z.number(), whale_manipulation: z.number(), false_fud: z.number() });

/** One observation and what it moved. */
const ReportLine = z.strictObject({
  engine: z.string(),
  code: z.string(),
  label: Label,
  status: SignalStatus,
  text: z.string(),
  source: z.string(),
  /** Epoch ms at the source, and how old that was when the job was settled. */
  observed_at: z.int(),
  age_ms: z.int().nonnegative(),
  /** As the engine sent them, in nats. */
  weights: perBranch,
  reliability: z.number(),
  /** What it added to each log-likelihood after groups and caps, given the lines before it. */
  counted: perBranch,
  /** After this line and all before it. */
  posterior: perBranch,
});

/** One expected engine; `silent` = it gave no answer. */
const ReportEngine = z.strictObject({
  engine: z.string(),
  outcome: z.enum([...Outcome.options, "silent"]),
  reason: z.string().optional(),
  /** Its share in coverage, and whether it counts as covered. */
  weight: z.number(),
  covered: z.boolean(),
  decisive: z.boolean(),
  /** What it alone may add to or take from one scenario, in nats. */
  cap: z.number(),
  engine_version: z.string().optional(),
  cached: z.boolean().optional(),
  elapsed_ms: z.int().optional(),
});

/** 200 of `GET /api/agent/{job_id}/report`: why the result is what it is, numbers unrounded. */
export const ReportBody = z.strictObject({
  job_id: z.uuid(),
  status: z.enum(["completed", "failed"]),
  /** Broker time of the final state, epoch ms. */
  settled_at: z.int(),
  /** True when the same version of the model, folding the journal again, gives the stored result, member for member. */
  reproduced: z.boolean(),
  /** Why not. */
  not_reproduced: z.string().optional(),
  /** Version of the model that settled the job; null when it did not say. `model_version` is the one that explains. */
  settled_by: z.string().nullable(),
  model_version: z.string(),
  prior: perBranch,
  lines: z.array(ReportLine),
  posterior: perBranch,
  coverage: z.number(),
  agreement: z.number(),
  /** Before and after calibration and the limit for a missing decisive engine. */
  confidence: z.strictObject({ raw: z.number(), value: z.number() }),
  /** null = nobody measured one. */
  event: z.strictObject({ measured: z.number().nullable(), threshold: z.number(), found: z.boolean() }),
  /** The row of the verdict table that decided. */
  verdict_row: z.string(),
  engines: z.array(ReportEngine),
});
export type ReportBody = z.infer<typeof ReportBody>;
