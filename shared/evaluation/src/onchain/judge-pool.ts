import { type Analysis, createUpstream, UnavailableError } from "@token-sentiment/engine";
import { onchain } from "@token-sentiment/engine-onchain";
import { createLog, createMetrics } from "@token-sentiment/runtime";

const PATIENCE_MS = 60_000;

/** What the on-chain engine says of a token of chain 1 by that node at `now` (epoch ms), asked with the engine's own client; undefined when it cannot be asked. */
export async function judgePool(rpcUrl: string, token: string, now: number): Promise<Analysis | undefined> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "evaluation", version: "0", instance: "0" });
  const room = { metrics: createMetrics(), budget: undefined };
  const config = onchain.config.parse({ ENGINE_EVM_RPC_1: rpcUrl });
  const ask = await onchain.open({ config, log, stack, upstream: (name, options) => stack.use(createUpstream(name, options, room)) });
  const context = { signal: AbortSignal.timeout(PATIENCE_MS), now: () => now, log };
  try {
    return await ask({ chain_id: "1", contract_address: token, coin_symbol: "POOL" }, context);
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}
