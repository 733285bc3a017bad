import { UnavailableError } from "@token-sentiment/engine";
import type { Hex } from "viem";
import { z } from "zod";
import { HexText, Quantity } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import type { Node } from "./node.ts";

/** The block that an analysis is about: the newest when it began, at whoever answered first. */
export interface Pin {
  tag: Hex;
  number: bigint;
  hash: Hex;
  /** Epoch seconds. */
  time: bigint;
  /** Nodes that have the same block. */
  agreed: Set<Node>;
}

/** No endpoint has the block of an analysis, or its state, any longer. */
export class BlockGoneError extends UnavailableError {
  readonly number: bigint;
  constructor(number: bigint) {
    super(`no RPC endpoint has the state of block ${number} any longer`);
    this.name = "BlockGoneError";
    this.number = number;
  }
}

const Head = z.object({ number: Quantity, hash: HexText, timestamp: Quantity });

/** Asks for the newest block. */
export const newestBlock: RpcCall = { method: "eth_getBlockByNumber", params: ["latest", false] };

/** The block in an answer to `eth_getBlockByNumber`, if there is one. */
export const headOf = (answer: Answer | undefined): z.infer<typeof Head> | undefined =>
  answer?.kind === "ok" ? Head.safeParse(answer.result).data : undefined;

const isNewest = ({ method, params }: RpcCall): boolean => method === "eth_getBlockByNumber" && params[0] === "latest";

/** The newest block, if that is among what was asked and answered. */
export function pinOf(
  calls: readonly RpcCall[],
  { answers, by }: { answers: readonly (Answer | undefined)[]; by: readonly (Node | undefined)[] },
): Pin | undefined {
  const index = calls.findIndex(isNewest);
  const [answer, node] = [answers[index], by[index]];
  const head = headOf(answer);
  if (!head || !node) return undefined;
  const { number, hash, timestamp: time } = head;
  return { number, tag: `0x${number.toString(16)}`, hash, time, agreed: new Set([node]) };
}

/** Whether a call of that block was refused because nobody has it. */
export const isGone = ({ tag }: Pin, calls: readonly RpcCall[], answers: readonly (Answer | undefined)[]): boolean =>
  calls.some(({ params }, index) => {
    const answer = answers[index];
    return params.includes(tag) && answer?.kind === "refused" && answer.because === "block";
  });

/** Asks a node about the pinned block only if it has the very same one: a node that lags, or saw a reorganisation, answers for another. */
export async function askPinned(
  node: Node,
  { calls, pin }: { calls: readonly RpcCall[]; pin: Pin | undefined },
  signal: AbortSignal,
): Promise<Answer[]> {
  if (!pin || pin.agreed.has(node)) return node.ask(calls, signal);
  const [block, ...answers] = await node.ask([{ method: "eth_getBlockByNumber", params: [pin.tag, false] }, ...calls], signal);
  if (headOf(block)?.hash === pin.hash) {
    pin.agreed.add(node);
    return answers;
  }
  return calls.map(() => ({ kind: "refused", message: "it has another block of that number, or none", because: "block" }));
}
