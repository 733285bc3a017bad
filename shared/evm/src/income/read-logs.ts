import { z } from "zod";
import type { Ask } from "./ask.ts";

const lower = z.string().transform((text) => text.toLowerCase());
const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform((hex) => Number.parseInt(hex, 16));
const Word = lower.pipe(z.string().regex(/^0x[0-9a-f]{64}$/));
const Log = z.object({
  topics: z.array(Word),
  data: lower,
  blockNumber: Quantity,
  logIndex: Quantity,
  transactionHash: Word,
});
export type IncomeLog = z.infer<typeof Log>;
const Logs = z.array(Log);
const Block = z.object({ number: Quantity, timestamp: Quantity });

/** Blocks of one chain, both ends included. */
export interface Blocks {
  from: number;
  to: number;
}

/** Ranges that most nodes grant. */
const FIRST_RANGE = 2_000;
const LARGEST_RANGE = 10_000;

const hex = (number: number): string => `0x${number.toString(16)}`;

/**
 * Every log of a contract with these topics (null = any) in these blocks, in the order of the chain. A range that no node grants is halved, down
 * to one block; rejects when even that is refused. Nothing is left out.
 */
export async function readLogs(
  ask: Ask,
  filter: { address: string; topics: readonly unknown[] },
  { from, to }: Blocks,
): Promise<IncomeLog[]> {
  const found: IncomeLog[] = [];
  for (let [start, range] = [from, FIRST_RANGE]; start <= to;) {
    const end = Math.min(start + range - 1, to);
    try {
      found.push(...Logs.parse(await ask("eth_getLogs", [{ ...filter, fromBlock: hex(start), toBlock: hex(end) }])));
    } catch (error) {
      if (end === start) throw error;
      range = Math.ceil((end - start + 1) / 2);
      continue;
    }
    start = end + 1;
    range = Math.min(2 * range, LARGEST_RANGE);
  }
  return found;
}

/** A block's time in epoch seconds. */
export interface BlockTime {
  number: number;
  timestamp: number;
}

/** The newest block, or the one with that number. */
export const readBlock = async (ask: Ask, number?: number): Promise<BlockTime> =>
  Block.parse(await ask("eth_getBlockByNumber", [number === undefined ? "latest" : hex(number), false]));

/** The first block at or after `time` (epoch seconds); the one after `head` when that is earlier. Steps back from `head` in growing strides, then halves. */
export async function firstBlockAt(ask: Ask, time: number, head: BlockTime): Promise<number> {
  if (head.timestamp < time) return head.number + 1;
  let [before, after] = [head.number, head.number];
  for (let stride = 1; before > 0; stride *= 2) {
    after = before;
    before = Math.max(0, head.number - stride);
    if ((await readBlock(ask, before)).timestamp < time) break;
    if (before === 0) return 0;
  }
  if (after === 0) return 0;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if ((await readBlock(ask, middle)).timestamp < time) before = middle;
    else after = middle;
  }
  return after;
}
