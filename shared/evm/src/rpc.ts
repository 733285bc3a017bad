import { UnavailableError } from "@token-sentiment/engine";
import type { EvmChainId } from "./chains.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { createNode, type Endpoint, type Node } from "./node.ts";
import { askPinned, BlockGoneError, isGone, type Pin, pinOf } from "./one-block.ts";
import { spread } from "./spread.ts";

/** The endpoints of one chain as one. */
export interface Rpc {
  /**
   * Asks all calls at once: each of the first endpoint that may know, and of the next ones while it is not supported, refused or not
   * answered.
   * @throws UnavailableError when no endpoint answers, or none that answers is of this chain.
   */
  batch: (calls: readonly RpcCall[], signal: AbortSignal) => Promise<Answer[]>;
}

/** The endpoints of one chain, and analyses that keep to one block. */
export interface Pool extends Rpc {
  /**
   * Runs an analysis whose answers are all of one block: the newest that its first batch names. Another endpoint is asked for the same
   * block, and only if it has the same hash there. When none has it any longer, the analysis runs once more, from the newest block of
   * whoever lacked it; `instead` is then the number of the block it was to be about.
   */
  atOneBlock: <T>(analysis: (rpc: Rpc, instead: bigint | undefined) => Promise<T>) => Promise<T>;
}

/** What a pool may do otherwise. */
export interface PoolOptions {
  /** Asked for logs before the others; they may be among them. */
  logs?: readonly Endpoint[];
  /** ms; the process's clock when omitted. */
  now?: () => number;
}

/** Joins endpoints, asked in their order; those that failed lately come last. */
export function openRpc(chain: EvmChainId, endpoints: readonly Endpoint[], { logs = [], now = Date.now }: PoolOptions = {}): Pool {
  const nodes = new Map([...endpoints, ...logs].map((endpoint) => [endpoint, createNode(chain, endpoint, now)]));
  const nodesOf = (some: readonly Endpoint[]): Node[] => some.flatMap((endpoint) => nodes.get(endpoint) ?? []);
  const [forState, forLogs] = [nodesOf(endpoints), nodesOf([...new Set([...logs, ...endpoints])])];

  /** Every batch of one analysis; without a pin, of none. */
  const session = ({ pinning, first, again }: { pinning: boolean; first: ReadonlySet<Node>; again: boolean }) => {
    let pin: Pin | undefined;
    const lacking = new Set<Node>();
    const place = (node: Node): number => (node.resting() ? 2 : 0) + (first.has(node) ? 0 : 1);
    const nodesFor = ({ method }: RpcCall): readonly Node[] =>
      (method === "eth_getLogs" ? forLogs : forState).toSorted((a, b) => place(a) - place(b));
    const ask = async (node: Node, calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> => {
      const answers = await askPinned(node, { calls, pin }, signal);
      if (pin && isGone(pin, calls, answers)) lacking.add(node);
      return answers;
    };
    const batch: Rpc["batch"] = async (calls, signal) => {
      if (endpoints.length === 0) throw new UnavailableError(`no RPC endpoint is configured for chain ${chain}`);
      const got = await spread(calls, { nodesFor, ask: (node, some) => ask(node, some, signal) });
      if (signal.aborted && got.failures.length > 0)
        throw new UnavailableError(`the RPC endpoints of chain ${chain} did not answer in time`);
      if (got.answers.every((answer, index) => answer === undefined || (answer.kind === "unsupported" && got.by[index] === undefined))) {
        if (got.failures.length > 0) throw noneAnswered(chain, got.failures);
      }
      if (pinning) pin ??= pinOf(calls, got);
      if (pin && !again && isGone(pin, calls, got.answers)) throw new BlockGoneError(pin.number);
      return got.answers.map((answer) => answer ?? { kind: "refused", message: "no endpoint answered" });
    };
    return { batch, lacking };
  };

  return {
    batch: session({ pinning: false, first: new Set(), again: false }).batch,
    async atOneBlock(analysis) {
      const { batch, lacking } = session({ pinning: true, first: new Set(), again: false });
      try {
        return await analysis({ batch }, undefined);
      } catch (error) {
        if (!(error instanceof BlockGoneError)) throw error;
        return analysis(session({ pinning: true, first: lacking, again: true }), error.number);
      }
    },
  };
}

function noneAnswered(chain: EvmChainId, failures: readonly unknown[]): UnavailableError {
  const [first] = failures;
  const reason = first instanceof UnavailableError ? first.message : "its answer was not JSON-RPC";
  return new UnavailableError(`no RPC endpoint of chain ${chain} answered: ${reason}`, { cause: first });
}
