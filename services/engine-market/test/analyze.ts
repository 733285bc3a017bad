import type { Signal } from "@token-sentiment/contract";
import { type Analysis, type TokenInput, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { market } from "@token-sentiment/engine-market";
import { createLog } from "@token-sentiment/runtime";

/** Runs the engine on those base URLs, asked over real HTTP without the kit's retries, circuits and budgets, whose tests are the kit's. */
export async function analyze(urls: Record<string, string>, token: TokenInput, now = Date.now()): Promise<Analysis> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "engine-market", version: "test", instance: "test" });
  const config = market.config.parse(urls);
  const asks = await market.open({ config, log, stack, upstream: (name, { baseUrl }) => plainUpstream(name, baseUrl) });
  return await asks(token, { signal: AbortSignal.timeout(10_000), now: () => now, log });
}

const plainUpstream = (name: string, baseUrl: string): Upstream => ({
  circuit: "closed",
  request: async (schema, { path = "", query = {}, signal }) => {
    try {
      const url = new URL(`${baseUrl}${path}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      return schema.parse(await response.json());
    } catch (error) {
      throw new UnavailableError(`${name} could not be asked`, { cause: error });
    }
  },
  [Symbol.asyncDispose]: async () => undefined,
});

export const find = ({ signals }: Analysis, code: string): Signal | undefined => signals.find((signal) => signal.code === code);

/** `code: status`. */
export const outline = ({ signals }: Analysis): string[] => signals.map(({ code, status }) => `${code}: ${status}`);
