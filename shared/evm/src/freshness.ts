import type { Node } from "./node.ts";
import { headOf, newestBlock, type Pin } from "./one-block.ts";

/** No chain of ours is silent for so long; a node whose newest block is older is asked about. */
const SILENT_MS = 90_000;
/** Others may be a block or two ahead at any time. */
const NEAR_BLOCKS = 2n;

/** The analysis began at a node that has fallen behind the others. */
export class BehindError extends Error {
  constructor() {
    super("the RPC endpoint that was asked first has fallen behind the others");
    this.name = "BehindError";
  }
}

/** Whether another node is well ahead of a block. Only asked of a block that is old by our own clock (`now`, ms), so that it costs nothing otherwise. */
export async function isBehind(
  { number, time }: Pin,
  { others, now }: { others: readonly Node[]; now: () => number },
  signal: AbortSignal,
): Promise<boolean> {
  if (now() - Number(time) * 1000 < SILENT_MS) return false;
  const heads = await Promise.allSettled(others.map((node) => node.ask([newestBlock], signal)));
  return heads.some((head) => {
    const other = head.status === "fulfilled" ? headOf(head.value[0]) : undefined;
    return other !== undefined && other.number > number + NEAR_BLOCKS;
  });
}
