import { numberToHex } from "viem";
import { z } from "zod";
import { Quantity } from "./hex.ts";
import type { Rpc } from "./rpc.ts";

/** A block and its time, in epoch seconds. */
export interface BlockTime {
  number: bigint;
  time: bigint;
}

const Header = z.object({ number: Quantity, timestamp: Quantity });

/** Far enough back for a mean block time. */
const SAMPLE_BLOCKS = 2_000n;
const MOST_HEADERS = 9;

/**
 * A block about `seconds` before `head`, within a twentieth of that, or the first block of a younger chain. The block time is measured, not
 * assumed: two headers on a chain of even blocks, a few more where they are not. Undefined: the node does not show its headers.
 */
export async function blockAt(
  rpc: Rpc,
  { head, seconds }: { head: BlockTime; seconds: bigint },
  signal: AbortSignal,
): Promise<BlockTime | undefined> {
  const headerOf = async (number: bigint): Promise<BlockTime | undefined> => {
    const [answer] = await rpc.batch([{ method: "eth_getBlockByNumber", params: [numberToHex(number), false] }], signal);
    const header = answer?.kind === "ok" ? Header.safeParse(answer.result).data : undefined;
    return header && { number: header.number, time: header.timestamp };
  };
  const target = head.time - seconds;
  let [later, earlier]: [BlockTime, BlockTime | undefined] = [head, undefined];
  let guess = head.number > SAMPLE_BLOCKS ? head.number - SAMPLE_BLOCKS : 0n;
  for (let headers = 0; headers < MOST_HEADERS; headers++) {
    const found = await headerOf(guess);
    if (!found) return undefined;
    const off = found.time - target;
    if ((off < 0n ? -off : off) * 20n <= seconds || (found.number === 0n && off > 0n)) return found;
    if (off > 0n) later = found;
    else earlier = found;
    guess = earlier ? (earlier.number + later.number) / 2n : further(head, found, target);
    if (guess === earlier?.number) break;
  }
  return earlier ?? later;
}

/** Where the mean block time since `found` puts that time; not before the first block. */
function further(head: BlockTime, found: BlockTime, target: bigint): bigint {
  const [blocks, seconds] = [head.number - found.number, head.time - found.time];
  const back = seconds > 0n ? ((head.time - target) * blocks) / seconds + 1n : head.number;
  return back >= head.number ? 0n : head.number - back;
}
