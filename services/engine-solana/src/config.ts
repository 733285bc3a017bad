import { rpcEndpoints, sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";

/** The Solana engine's environment. */
export const Config = z.object({
  ENGINE_SOLANA_RPC: rpcEndpoints("Solana"),
  ENGINE_SOLANA_HOLDERS_RPC: sourceUrl("a Solana node that answers getTokenLargestAccounts; those without a key refuse it"),
  ENGINE_SOLANA_SIMULATION: z
    .enum(["on", "off"])
    .default("on")
    .describe("off = no transfer is tried, which saves a process of up to 1 GiB; the evidence says so"),
  ENGINE_SOLANA_LAUNCH_SCAN: z
    .enum(["on", "off"])
    .default("off")
    .describe("on = looks through the launch of a pump.fun token, up to 43 calls of ENGINE_SOLANA_HOLDERS_RPC an analysis"),
  ENGINE_RUGCHECK_URL: sourceUrl("RugCheck"),
  ENGINE_GOPLUS_URL: sourceUrl("GoPlus"),
});
