import { type Context, createUpstream, type UpstreamOptions } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import { createLog, createMetrics } from "@token-sentiment/runtime";

/** The engine as its service opens it, without a broker and without a cache. */
export interface Analyses extends AsyncDisposable {
  analyze: (token: string) => Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Opens the security engine on one endpoint of chain 1, with the kit's limits, retries and circuits. */
export async function openAnalyses(rpcUrl: string): Promise<Analyses> {
  const stack = new AsyncDisposableStack();
  const metrics = createMetrics();
  const log = createLog("silent", { service: "bench", version: "0", instance: "0" });
  const config = security.config.parse({ ENGINE_EVM_RPC_1: rpcUrl, ENGINE_GOPLUS_URL: "", ENGINE_HONEYPOT_URL: "" });
  const upstream = (name: string, options: UpstreamOptions) => stack.use(createUpstream(name, options, { metrics, budget: undefined }));
  const analyze = await security.open({ config, log, stack, upstream });
  return {
    analyze: async (token) => {
      const context: Context = { signal: AbortSignal.timeout(PATIENCE_MS), now: () => Date.now(), log };
      await analyze({ chain_id: "1", contract_address: token, coin_symbol: "BENCH" }, context);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
