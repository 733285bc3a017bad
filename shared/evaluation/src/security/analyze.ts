import type { Signal } from "@token-sentiment/contract";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import { createLog } from "@token-sentiment/runtime";
import type { Address } from "viem";
import type { World } from "./open-world.ts";

/** A slow machine is no finding. */
const PATIENCE_MS = 60_000;

/** What the security engine says of a token, asked over RPC as the service asks, without its broker. */
export async function analyze({ rpcUrl, chain }: Pick<World, "rpcUrl" | "chain">, token: Address): Promise<Signal[]> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "evaluation", version: "0", instance: "0" });
  const config = security.config.parse({ [`ENGINE_EVM_RPC_${chain}`]: rpcUrl });
  const ask = await security.open({ config, log, stack, upstream: (name, { baseUrl }) => direct(name, baseUrl) });
  const context = { signal: AbortSignal.timeout(PATIENCE_MS), now: () => Date.now(), log };
  const { signals } = await ask({ chain_id: chain, contract_address: token, coin_symbol: "SMPL" }, context);
  return signals;
}

/** The node is ours and alone: no retries, no circuit. */
const direct = (name: string, url: string): Upstream => ({
  circuit: "closed",
  request: async (schema, call) => {
    const init = { method: call.method ?? "GET", signal: call.signal, body: JSON.stringify(call.body) };
    const response = await fetch(url, { ...init, headers: { "content-type": "application/json" } }).catch((error: unknown) => {
      throw new UnavailableError(`${name} could not be asked`, { cause: error });
    });
    return schema.parse(await response.json());
  },
  [Symbol.asyncDispose]: async () => undefined,
});
