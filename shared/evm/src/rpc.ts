import { UnavailableError } from "@token-sentiment/engine";
import type { EvmChainId } from "./chains.ts";
import { Quantity } from "./hex.ts";
import { type Answer, type Post, postBatch, type RpcCall } from "./json-rpc.ts";

/** One JSON-RPC endpoint. */
export interface Endpoint {
  /** For people and metrics; never the URL, which may carry a key. */
  name: string;
  post: Post;
}

/** The endpoints of one chain as one. */
export interface Rpc {
  /**
   * Sends calls as one batch: to the first endpoint that answers, and those it does not support or refuses to the next ones.
   * @throws UnavailableError when no endpoint answers, or none that answers is of this chain.
   */
  batch: (calls: readonly RpcCall[], signal: AbortSignal) => Promise<Answer[]>;
}

/** Joins endpoints, tried in their order. Each is asked once which chain it answers for, within its first batch. */
export function openRpc(chain: EvmChainId, endpoints: readonly Endpoint[]): Rpc {
  const verified = new Set<Endpoint>();

  const ask = async (endpoint: Endpoint, calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> => {
    if (verified.has(endpoint)) return postBatch(endpoint.post, calls, signal);
    const [id, ...answers] = await postBatch(endpoint.post, [{ method: "eth_chainId", params: [] }, ...calls], signal);
    const answered = id?.kind === "ok" ? Quantity.safeParse(id.result).data : undefined;
    if (answered === undefined) throw new UnavailableError(`${endpoint.name} does not say which chain it answers for`);
    if (answered !== BigInt(chain)) throw new UnavailableError(`${endpoint.name} answers for chain ${answered}, not ${chain}`);
    verified.add(endpoint);
    return answers;
  };

  return {
    batch: async (calls, signal) => {
      if (endpoints.length === 0) throw new UnavailableError(`no RPC endpoint is configured for chain ${chain}`);
      const answers: (Answer | undefined)[] = calls.map(() => undefined);
      const failures: unknown[] = [];
      for (const endpoint of endpoints) {
        const open = calls.flatMap((call, index) => (isOpen(answers[index]) ? [{ call, index }] : []));
        if (open.length === 0) break;
        try {
          const got = await ask(
            endpoint,
            open.map(({ call }) => call),
            signal,
          );
          for (const [position, { index }] of open.entries()) answers[index] = got[position];
        } catch (error) {
          if (signal.aborted) throw new UnavailableError(`the RPC endpoints of chain ${chain} did not answer in time`, { cause: error });
          failures.push(error);
        }
      }
      const complete = answers.filter((answer) => answer !== undefined);
      if (complete.length === calls.length) return complete;
      const [first] = failures;
      const reason = first instanceof UnavailableError ? first.message : "its answer was not JSON-RPC";
      throw new UnavailableError(`no RPC endpoint of chain ${chain} answered: ${reason}`, { cause: first });
    },
  };
}

const isOpen = (answer: Answer | undefined): boolean => answer === undefined || answer.kind === "unsupported" || answer.kind === "refused";
