import { z } from "zod";
import { ChainId } from "./chain.ts";

/** One market a symbol may mean. */
export const TokenCandidate = z.looseObject({
  chain_id: z.string().min(1).max(32),
  contract_address: z.string().min(1).max(64),
  /** Depth of its largest pool, in USD. */
  liquidity_usd: z.number().nonnegative().optional(),
});
export type TokenCandidate = z.infer<typeof TokenCandidate>;

/** What the resolver found for a symbol: written once to `analysis.token.contract.<family>.<job>`. No address = none found. */
export const Token = z.looseObject({
  job_id: z.uuid(),
  chain_id: ChainId,
  /** As asked, upper case: an engine that takes this fact does not see the request. */
  coin_symbol: z.string().min(1).max(32),
  contract_address: z.string().min(1).max(64).optional(),
  /** A chain's own coin or another major: there is no contract to check, and none is missing. */
  native: z.boolean().optional(),
  symbol_on_chain: z.string().max(64).optional(),
  /** True when the best two candidates are too close to call. */
  ambiguous: z.boolean(),
  candidates: z.array(TokenCandidate).max(10),
  source: z.string().min(1).max(64),
  /** The request's: no cached evidence is wanted. */
  fresh: z.boolean().optional(),
});
export type Token = z.infer<typeof Token>;
