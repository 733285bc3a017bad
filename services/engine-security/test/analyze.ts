import type { Signal } from "@token-sentiment/contract";
import { type Context, createUpstream, type UpstreamOptions } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import { createLog, createMetrics } from "@token-sentiment/runtime";

/** The engine on an open line, without a broker. */
export interface Opened extends AsyncDisposable {
  /** `now` moves the clock of whoever asks, epoch ms. */
  analyze: (address: string, chain?: "1" | "56" | "8453", now?: number) => Promise<Signal[]>;
  /** How each source was opened. */
  sources: Map<string, UpstreamOptions>;
  /** Every line that was logged. */
  lines: string[];
}

/** Opens the engine on those endpoints of chain 1, asked over real HTTP with the kit's limits, retries and circuits, and no budget. */
export async function openSecurity(urls: readonly string[], timeoutMs = 10_000, environment: Record<string, string> = {}): Promise<Opened> {
  const stack = new AsyncDisposableStack();
  const metrics = createMetrics();
  const [lines, sources]: [string[], Opened["sources"]] = [[], new Map()];
  const log = createLog(
    "debug",
    { service: "engine-security", version: "test", instance: "test" },
    { write: (line) => void lines.push(line) },
  );
  const config = security.config.parse({ ENGINE_EVM_RPC_1: urls.join(","), ...environment });
  const upstream = (name: string, options: UpstreamOptions) => {
    sources.set(name, options);
    return stack.use(createUpstream(name, options, { metrics, budget: undefined }));
  };
  const analyze = await security.open({ config, log, stack, upstream });
  return {
    analyze: async (contract_address, chain_id = "1", now = Date.now()) => {
      const context: Context = { signal: AbortSignal.timeout(timeoutMs), now: () => now, log };
      const { signals } = await analyze({ chain_id, contract_address, coin_symbol: "TEST" }, context);
      return signals;
    },
    sources,
    lines,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
