import { type Kit, rpcEndpoints } from "@token-sentiment/engine";
import { z } from "zod";
import type { EvmChainId } from "./chains.ts";
import type { Endpoint } from "./node.ts";
import { openRpc, type Pool } from "./rpc.ts";

/** The environment of an engine that asks EVM nodes: two or more endpoints a chain, and those that are to be asked for logs first. */
export const EvmRpcConfig = z.object({
  ENGINE_EVM_RPC_1: rpcEndpoints("Ethereum"),
  ENGINE_EVM_RPC_56: rpcEndpoints("BNB Smart Chain"),
  ENGINE_EVM_RPC_8453: rpcEndpoints("Base"),
  ENGINE_EVM_LOGS_RPC_1: rpcEndpoints("Ethereum, for logs"),
  ENGINE_EVM_LOGS_RPC_56: rpcEndpoints("BNB Smart Chain, for logs"),
  ENGINE_EVM_LOGS_RPC_8453: rpcEndpoints("Base, for logs"),
});

const TRY_MS = 2500;
/** Some 7,000 logs. */
const ANSWER_BYTES = 4 * 1024 * 1024;

/** The nodes of every EVM chain, as configured. */
export function openRpcs(kit: Pick<Kit<z.infer<typeof EvmRpcConfig>>, "config" | "upstream">): Record<EvmChainId, Pool> {
  const open = (chain: EvmChainId, urls: readonly string[], logsUrls: readonly string[]): Pool => {
    const distinct = [...new Set([...urls, ...logsUrls])];
    // where there is another endpoint, that is the second try
    const idempotent = distinct.length === 1;
    const endpoints = new Map(
      distinct.map((baseUrl, index): [string, Endpoint] => {
        const name = `evm-${chain}-${index + 1}`;
        const node = kit.upstream(name, { baseUrl, timeoutMs: TRY_MS, maxBytes: ANSWER_BYTES });
        return [baseUrl, { name, post: (body, signal) => node.request(z.unknown(), { method: "POST", body, signal, idempotent }) }];
      }),
    );
    const some = (list: readonly string[]): Endpoint[] => [...new Set(list)].flatMap((url) => endpoints.get(url) ?? []);
    return openRpc(chain, some(urls), { logs: some(logsUrls) });
  };
  const { config } = kit;
  return {
    "1": open("1", config.ENGINE_EVM_RPC_1, config.ENGINE_EVM_LOGS_RPC_1),
    "56": open("56", config.ENGINE_EVM_RPC_56, config.ENGINE_EVM_LOGS_RPC_56),
    "8453": open("8453", config.ENGINE_EVM_RPC_8453, config.ENGINE_EVM_LOGS_RPC_8453),
  };
}
