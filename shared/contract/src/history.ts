import { z } from "zod";
import { Branch } from "./branch.ts";
import { Verdict } from "./payload.ts";

/** One verdict of the past, as kept in HISTORY and shown to everybody: nothing in it leads to who asked, or to the job. */
export const PastVerdict = z.looseObject({
  /** Broker time of the verdict, epoch ms. */
  settled_at: z.int(),
  coin_symbol: z.string(),
  executable_verdict: Verdict,
  confidence: z.number(),
  drama_index: z.number(),
  dominant_branch: Branch,
  /** Version of the model that folded it. */
  model: z.string().optional(),
});
export type PastVerdict = z.infer<typeof PastVerdict>;
