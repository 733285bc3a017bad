import { rpcEndpoints, sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";

/** The Solana engine's environment. */
export const Config = z.object({
  ENGINE_SOLANA_RPC: rpcEndpoints("Solana"),
  ENGINE_RUGCHECK_URL: sourceUrl("RugCheck"),
  ENGINE_GOPLUS_URL: sourceUrl("GoPlus"),
});
