import { z } from "zod";

/** The three scenarios a verdict chooses between, most cautious first: ties resolve in this order. */
export const Branch = z.enum(["real_crash", "whale_manipulation", "false_fud"]);
export type Branch = z.infer<typeof Branch>;

const nats = z.number().min(-5).max(5);

/** Log-likelihood of one observation under each scenario, in nats, raw: only the model caps and scales. Zero everywhere says nothing. */
export const BranchWeights = z.object({ real_crash: nats, false_fud: nats, whale_manipulation: nats });
export type BranchWeights = z.infer<typeof BranchWeights>;
