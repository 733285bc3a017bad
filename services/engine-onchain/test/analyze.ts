import type { ChainId, Signal } from "@token-sentiment/contract";
import { type Analysis, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { onchain } from "@token-sentiment/engine-onchain";
import { createLog } from "@token-sentiment/runtime";

/** Runs the engine on those endpoints, asked over real HTTP without the kit's retries and circuits, whose tests are the kit's. */
export async function analyze(
  urls: Partial<Record<string, string>>,
  { chain_id, address }: { chain_id: ChainId; address: string },
  environment: Record<string, string> = {},
): Promise<Analysis> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "engine-onchain", version: "test", instance: "test" });
  const endpoints = Object.fromEntries(Object.entries(urls).map(([chain, url]) => [`ENGINE_EVM_RPC_${chain}`, url]));
  const config = onchain.config.parse({ ...endpoints, ...environment });
  const asks = await onchain.open({
    config,
    log,
    stack,
    upstream: (name, { baseUrl, maxBytes }) => plainUpstream(name, { baseUrl, maxBytes }),
  });
  const token = { chain_id, contract_address: address, coin_symbol: "TEST" };
  return await asks(token, { signal: AbortSignal.timeout(10_000), now: () => Date.now(), log });
}

const plainUpstream = (name: string, { baseUrl, maxBytes = Infinity }: { baseUrl: string; maxBytes: number | undefined }): Upstream => ({
  circuit: "closed",
  request: async (schema, { method = "GET", path = "", body, signal }) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        signal,
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok || text.length > maxBytes) throw new Error("not answered, or too much");
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new UnavailableError(`${name} could not be asked`, { cause: error });
    }
  },
  [Symbol.asyncDispose]: async () => undefined,
});

export const find = ({ signals }: Analysis, code: string): Signal | undefined => signals.find((signal) => signal.code === code);

/** `code: status` of what is known, with `!` on what decides alone. */
export const outline = ({ signals }: Analysis): string[] =>
  signals.flatMap(({ code, status, critical }) => (status === "unknown" ? [] : [`${code}: ${status}${critical ? "!" : ""}`]));

/** The codes of what could not be told. */
export const unknowns = ({ signals }: Analysis): string[] => signals.flatMap(({ code, status }) => (status === "unknown" ? [code] : []));
