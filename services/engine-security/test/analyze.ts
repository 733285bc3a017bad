import type { Signal } from "@token-sentiment/contract";
import { type Context, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import { createLog } from "@token-sentiment/runtime";

/** The engine on an open line, without a broker. */
export interface Opened extends AsyncDisposable {
  analyze: (address: string, chain?: "1" | "56" | "8453") => Promise<Signal[]>;
}

/** Opens the engine on those endpoints of chain 1, asked over real HTTP. */
export async function openSecurity(urls: readonly string[], timeoutMs = 10_000): Promise<Opened> {
  const stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "engine-security", version: "test", instance: "test" });
  const config = security.config.parse({ ENGINE_EVM_RPC_1: urls.join(",") });
  const analyze = await security.open({ config, log, stack, upstream: (name, { baseUrl }) => plainUpstream(name, baseUrl) });
  return {
    analyze: async (contract_address, chain_id = "1") => {
      const context: Context = { signal: AbortSignal.timeout(timeoutMs), now: () => Date.now(), log };
      const { signals } = await analyze({ chain_id, contract_address, coin_symbol: "TEST" }, context);
      return signals;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** An upstream without the kit's retries and circuit, whose own tests are the kit's. */
const plainUpstream = (name: string, url: string): Upstream => ({
  circuit: "closed",
  request: async (schema, { method = "GET", body, signal }) => {
    try {
      const response = await fetch(url, { method, signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return schema.parse(await response.json());
    } catch (error) {
      throw new UnavailableError(`${name} could not be asked`, { cause: error });
    }
  },
  [Symbol.asyncDispose]: async () => undefined,
});
