import type { Ask } from "@token-sentiment/evm/income";
import { z } from "zod";

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const LIMIT_MS = 15_000;

/** Asks the nodes at these addresses in turn, until one has a result. */
export function askNode(urls: readonly string[]): Ask {
  return async (method, params) => {
    const failures: unknown[] = [];
    for (const url of urls) {
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
          redirect: "error",
          signal: AbortSignal.timeout(LIMIT_MS),
        });
        const { result, error } = Answer.parse(await response.json());
        if (result !== undefined && result !== null) return result;
        failures.push(new Error(error?.message ?? `${method}: no result`));
      } catch (error) {
        failures.push(error);
      }
    }
    throw new Error(`no node answers ${method}`, { cause: new AggregateError(failures) });
  };
}
