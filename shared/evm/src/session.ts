import { UnavailableError } from "@token-sentiment/engine";
import type { EvmChainId } from "./chains.ts";
import { BehindError, isBehind } from "./freshness.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import type { Node } from "./node.ts";
import { askPinned, BlockGoneError, isGone, type Pin, pinOf } from "./one-block.ts";
import type { Rpc } from "./rpc.ts";
import { spread, type Spread } from "./spread.ts";

/** The nodes of a chain, by what they are asked for first. */
export interface Nodes {
  chain: EvmChainId;
  forState: readonly Node[];
  forLogs: readonly Node[];
  /** ms. */
  now: () => number;
}

/** How an analysis keeps to one block. */
export interface Pinning {
  /** Asked before the others. */
  first: ReadonlySet<Node>;
  /** True: what is refused now stays so, and the block is not questioned. */
  last: boolean;
}

/** The batches of one analysis. */
export interface Session extends Rpc {
  /** Nodes that did not have the block. */
  lacking: ReadonlySet<Node>;
}

/**
 * Opens the batches of one analysis; without `pinning` they keep to no block.
 * @throws BlockGoneError, BehindError from `batch`, both only before the last try.
 */
export function openSession({ chain, forState, forLogs, now }: Nodes, pinning?: Pinning): Session {
  let pin: Pin | undefined;
  const lacking = new Set<Node>();
  const place = (node: Node): number => (node.resting() ? 2 : 0) + (pinning?.first.has(node) ? 0 : 1);
  const nodesFor = ({ method }: RpcCall): readonly Node[] =>
    (method === "eth_getLogs" ? forLogs : forState).toSorted((a, b) => place(a) - place(b));

  const ask = async (node: Node, calls: readonly RpcCall[], signal: AbortSignal): Promise<Answer[]> => {
    const answers = await askPinned(node, { calls, pin }, signal);
    if (pin && isGone(pin, calls, answers)) lacking.add(node);
    return answers;
  };

  const choosePin = async (calls: readonly RpcCall[], got: Spread, signal: AbortSignal): Promise<void> => {
    pin = pinOf(calls, got);
    const others = forState.filter((node) => !pin?.agreed.has(node) && !node.resting());
    if (!pin || pinning?.last || !(await isBehind(pin, { others, now }, signal))) return;
    for (const node of pin.agreed) node.rest();
    throw new BehindError();
  };

  return {
    lacking,
    async batch(calls, signal) {
      if (forState.length === 0) throw new UnavailableError(`no RPC endpoint is configured for chain ${chain}`);
      const got = await spread(calls, { nodesFor, ask: (node, some) => ask(node, some, signal) });
      const failed = got.failures.length > 0;
      if (failed && signal.aborted) throw new UnavailableError(`the RPC endpoints of chain ${chain} did not answer in time`);
      if (failed && got.by.every((node) => node === undefined)) throw noneAnswered(chain, got.failures);
      if (pinning && !pin) await choosePin(calls, got, signal);
      if (pin && !pinning?.last && isGone(pin, calls, got.answers)) throw new BlockGoneError(pin.number);
      return got.answers.map((answer) => answer ?? { kind: "refused", message: "no endpoint answered" });
    },
  };
}

function noneAnswered(chain: EvmChainId, [first]: readonly unknown[]): UnavailableError {
  const reason = first instanceof UnavailableError ? first.message : "its answer was not JSON-RPC";
  const tooLarge = first instanceof UnavailableError && first.tooLarge;
  return new UnavailableError(`no RPC endpoint of chain ${chain} answered: ${reason}`, { cause: first, tooLarge });
}
