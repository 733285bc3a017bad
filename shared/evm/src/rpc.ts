import type { EvmChainId } from "./chains.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { createNode, type Endpoint, type Node } from "./node.ts";
import { BehindError } from "./freshness.ts";
import { BlockGoneError } from "./one-block.ts";
import { type Nodes, openSession } from "./session.ts";

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
   * whoever lacked it; `instead` is then the number of the block it was to be about. An endpoint that has fallen behind is left to rest.
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

/** Once from an endpoint that lags, once more from one whose block is gone, and then with what there is. */
const MOST_RUNS = 3;

/** Joins endpoints, asked in their order; those that failed lately come last. */
export function openRpc(chain: EvmChainId, endpoints: readonly Endpoint[], { logs = [], now = Date.now }: PoolOptions = {}): Pool {
  const nodes = new Map([...endpoints, ...logs].map((endpoint) => [endpoint, createNode(chain, endpoint, now)]));
  const nodesOf = (some: readonly Endpoint[]): Node[] => some.flatMap((endpoint) => nodes.get(endpoint) ?? []);
  const all: Nodes = { chain, forState: nodesOf(endpoints), forLogs: nodesOf([...new Set([...logs, ...endpoints])]), now };
  const { batch } = openSession(all);
  return {
    batch,
    async atOneBlock(analysis) {
      let [first, instead]: [ReadonlySet<Node>, bigint | undefined] = [new Set(), undefined];
      for (let runs = 1; ; runs++) {
        const session = openSession(all, { first, last: instead !== undefined || runs === MOST_RUNS });
        try {
          return await analysis(session, instead);
        } catch (error) {
          if (error instanceof BlockGoneError) [first, instead] = [session.lacking, error.number];
          else if (!(error instanceof BehindError)) throw error;
        }
      }
    },
  };
}
