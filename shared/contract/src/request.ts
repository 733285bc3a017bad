import { z } from "zod";
import { ChainId } from "./chain.ts";

/** What the gateway accepted: written once to `subjects.request`. */
export const Request = z.looseObject({
  job_id: z.uuid(),
  /** The client's id, or the generated one. */
  request_id: z.string().min(1).max(128),
  /** A hash that identifies who asked; never a key, an address or a fingerprint itself. */
  caller: z.string().min(1).max(128),
  /** Upper case. */
  coin_symbol: z.string().min(1).max(32),
  contract_address: z.string().min(1).max(64).optional(),
  chain_id: ChainId,
  /** The engines asked, from the roster of the moment. The aggregator waits for exactly these, and folds in this order. */
  expects: z.array(z.string().min(1).max(32)).max(16),
  /** How long, in ms of broker time since the request, an engine that is alive is waited for. */
  budget_ms: z.int().positive(),
  /** True when the client wants no cached evidence. */
  fresh: z.boolean().optional(),
  /** The conversation that an agent asked in (A2A), as it named it. */
  context_id: z.string().min(1).max(128).optional(),
  /** Where the end of the job is to be told, sealed: whoever reads requests cannot read it. */
  webhook: z.string().max(4096).optional(),
});
export type Request = z.infer<typeof Request>;
