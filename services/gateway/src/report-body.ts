import { Series } from "@token-sentiment/contract";
import { Report, ReportLine } from "@token-sentiment/model";
import { z } from "zod";

/** 200 of `GET /api/agent/{job_id}/report`: why the result is what it is, numbers unrounded. */
export const ReportBody = Report.extend({
  job_id: z.uuid(),
  status: z.enum(["completed", "failed"]),
  /** Broker time of the final state, epoch ms. */
  settled_at: z.int(),
  /** True when the version of the model that settled the job, folding the journal again, gives the stored result, member for member. */
  reproduced: z.boolean(),
  /** Why not. */
  not_reproduced: z.string().optional(),
  /** Version of the model that settled the job; null when it did not say. `model_version` is the one that explains. */
  settled_by: z.string().nullable(),
  /** The model file that explains, whole: docs/model.md says what its numbers do. */
  model: z.looseObject({ version: z.string() }),
  /** What engines saw over time, for a picture; it weighs nothing. */
  series: Series,
  /** `age_ms`: how old the observation was when the job was settled. */
  lines: z.array(ReportLine.extend({ age_ms: z.int().nonnegative() })),
});
export type ReportBody = z.infer<typeof ReportBody>;
