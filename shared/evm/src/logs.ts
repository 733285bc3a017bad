import { UnavailableError } from "@token-sentiment/engine";
import { type Address, type Hex, numberToHex } from "viem";
import { z } from "zod";
import { HexText } from "./hex.ts";
import type { Rpc } from "./rpc.ts";

const Position = HexText.transform(Number);
const Log = z.object({
  address: HexText.transform((address) => address.toLowerCase()),
  topics: z.array(HexText),
  data: HexText,
  blockNumber: Position,
  logIndex: Position,
  transactionHash: HexText,
});

/** One log, its address in lower case. */
export type Log = z.infer<typeof Log>;

/** Which logs: of any of these contracts, with these topics; null = any. */
export interface LogFilter {
  address: readonly Address[];
  topics: readonly (readonly Hex[] | null)[];
}

/** The logs that were granted, in the order of the chain. */
export interface LogWindow {
  logs: Log[];
  /** The first block that was read. */
  fromBlock: bigint;
}

/** Ranges that most public endpoints grant, in blocks. */
const FIRST_RANGE = 2_000n;
const LARGEST_RANGE = 10_000n;
const SMALLEST_RANGE = 32n;
const MOST_CALLS = 12;

/**
 * Reads logs backwards from `to`, as far as `from` or as twelve calls go: a range is doubled as long as they are granted, and halved for good when no node grants it.
 * Undefined: not even the newest range was granted. What comes back is newest history without gaps.
 */
export async function readLogs(
  rpc: Rpc,
  { filters, from, to }: { filters: readonly LogFilter[]; from: bigint; to: bigint },
  signal: AbortSignal,
): Promise<LogWindow | undefined> {
  const ranges: Log[][] = [];
  const asked = to - from + 1n;
  let range = asked < FIRST_RANGE ? asked : FIRST_RANGE;
  const least = asked < SMALLEST_RANGE ? asked : SMALLEST_RANGE;
  let largest = LARGEST_RANGE;
  let end = to;
  for (let calls = 0; end >= from && range >= least && calls + filters.length <= MOST_CALLS; calls += filters.length) {
    const start = end - range + 1n > from ? end - range + 1n : from;
    const got = await oneRange(rpc, { filters, from: start, to: end }, signal);
    if (signal.aborted) break;
    if (got) {
      ranges.push(got);
      end = start - 1n;
      range = range * 2n > largest ? largest : range * 2n;
    } else {
      range /= 2n;
      largest = range;
    }
  }
  if (ranges.length === 0) return undefined;
  const logs = ranges.flat().toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  return { logs, fromBlock: end + 1n };
}

async function oneRange(
  rpc: Rpc,
  { filters, from, to }: { filters: readonly LogFilter[]; from: bigint; to: bigint },
  signal: AbortSignal,
): Promise<Log[] | undefined> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  try {
    const answers = await rpc.batch(
      filters.map((filter) => ({ method: "eth_getLogs", params: [{ ...filter, ...range }] })),
      signal,
    );
    const logs: Log[] = [];
    for (const answer of answers) {
      const read = answer.kind === "ok" ? z.array(Log).safeParse(answer.result).data : undefined;
      if (!read) return undefined;
      logs.push(...read);
    }
    return logs;
  } catch (error) {
    // an answer too large for us, or too slow, is as good as a refusal
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}
