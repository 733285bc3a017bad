import { z } from "zod";
import { postJson } from "./bounded-json.ts";
import { PaymentsUnavailableError } from "./refusal.ts";

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number().optional() }).optional() });

/** Asks a node. @throws PaymentsUnavailableError when none of its addresses gives a result. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

const ASK = { ms: 3000, maxBytes: 512 * 1024 };

/** JSON-RPC over several addresses: each is asked in turn until one has a result. What they say in words is not passed on. */
export function createRpc(urls: readonly string[], bounds = ASK): Rpc {
  let id = 0;
  return async (method, params) => {
    const failures: unknown[] = [];
    for (const url of urls) {
      try {
        const { value } = await postJson(url, { jsonrpc: "2.0", id: ++id, method, params }, bounds);
        const answer = Answer.parse(value);
        if (answer.error === undefined && answer.result !== undefined) return answer.result;
        failures.push(new Error(`${method}: error ${answer.error?.code ?? "without a code"}`));
      } catch (error) {
        failures.push(error);
      }
    }
    throw new PaymentsUnavailableError(`no node answers ${method}`, { cause: new AggregateError(failures) });
  };
}
