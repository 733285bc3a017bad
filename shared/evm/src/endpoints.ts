import { type Kit, rpcEndpoints } from "@token-sentiment/engine";
import { z } from "zod";
import type { EvmChainId } from "./chains.ts";
import { openRpc, type Rpc } from "./rpc.ts";

/** The environment of an engine that asks EVM nodes. */
export const EvmRpcConfig = z.object({
  ENGINE_EVM_RPC_1: rpcEndpoints("Ethereum"),
  ENGINE_EVM_RPC_56: rpcEndpoints("BNB Smart Chain"),
  ENGINE_EVM_RPC_8453: rpcEndpoints("Base"),
});

const TRY_MS = 2500;
const ANSWER_BYTES = 2 * 1024 * 1024;

/** The nodes of every EVM chain, as configured. */
export function openRpcs(kit: Pick<Kit<z.infer<typeof EvmRpcConfig>>, "config" | "upstream">): Record<EvmChainId, Rpc> {
  const open = (chain: EvmChainId, urls: readonly string[]): Rpc =>
    openRpc(
      chain,
      urls.map((baseUrl, index) => {
        const name = `evm-${chain}-${index + 1}`;
        const node = kit.upstream(name, { baseUrl, timeoutMs: TRY_MS, maxBytes: ANSWER_BYTES });
        return { name, post: (body, signal) => node.request(z.unknown(), { method: "POST", body, signal }) };
      }),
    );
  const { config } = kit;
  return {
    "1": open("1", config.ENGINE_EVM_RPC_1),
    "56": open("56", config.ENGINE_EVM_RPC_56),
    "8453": open("8453", config.ENGINE_EVM_RPC_8453),
  };
}
