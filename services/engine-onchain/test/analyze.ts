import type { ChainId, Signal } from "@token-sentiment/contract";
import { type Analysis, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { onchain } from "@token-sentiment/engine-onchain";
import { createLog } from "@token-sentiment/runtime";

/** Runs the engine on those endpoints, asked over real HTTP without the kit's retries and circuits, whose tests are the kit's. */
export async function analyze(
  urls: Partial<Record<string, string>>,
  { chain_id, address }: { chain_id: ChainId; address: string },
): Promise<Analysis> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "engine-onchain", version: "test", instance: "test" });
  const config = onchain.config.parse(Object.fromEntries(Object.entries(urls).map(([chain, url]) => [`ENGINE_EVM_RPC_${chain}`, url])));
  const asks = await onchain.open({ config, log, stack, upstream: (name, { baseUrl }) => plainUpstream(name, baseUrl) });
  const token = { chain_id, contract_address: address, coin_symbol: "TEST" };
  return await asks(token, { signal: AbortSignal.timeout(10_000), now: () => Date.now(), log });
}

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

export const find = ({ signals }: Analysis, code: string): Signal | undefined => signals.find((signal) => signal.code === code);

/** `code: status`, with `!` on what decides alone. */
export const outline = ({ signals }: Analysis): string[] =>
  signals.map(({ code, status, critical }) => `${code}: ${status}${critical ? "!" : ""}`);
