import { z } from "zod";

const endpoints = (chain: string) =>
  z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((url) => url.trim())
        .filter((url) => url !== ""),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/ })))
    .describe(`JSON-RPC endpoints of ${chain}, comma-separated, tried in order; empty = not asked`);

/** The security engine's environment. */
export const Config = z.object({
  ENGINE_EVM_RPC_1: endpoints("Ethereum"),
  ENGINE_EVM_RPC_56: endpoints("BNB Smart Chain"),
  ENGINE_EVM_RPC_8453: endpoints("Base"),
});
export type Config = z.infer<typeof Config>;
