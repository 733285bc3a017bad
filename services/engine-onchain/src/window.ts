import { type BlockTime, type LogFilter, type LogWindow, type MarketPool, readLogs, type Rpc, type Snapshot } from "@token-sentiment/evm";
import { decoderOf } from "./pool/decode.ts";
import type { ChainEvent, Transfer } from "./pool/pool-event.ts";
import { TOPICS } from "./pool/topics.ts";
import { suggestRange } from "./sources/suggest-range.ts";
import { createTurnstile } from "./turnstile.ts";

/** The window's logs, decoded, and how its blocks lie in time. */
export interface Window extends Omit<LogWindow<ChainEvent>, "cut"> {
  /** How long it is, hours. */
  hours: number;
  /** Its blocks. */
  blocks: number;
  transfers: Transfer[];
  /** Why it is shorter than what was asked, for people; empty when it is not. */
  cut: string;
  /** When a block was, epoch seconds, at the mean block time of the day. */
  timeOf: (block: number) => number;
}

const HOUR = 3600;
const LOGS_MS = 6000;
/** Answers of logs that are read at a time in one process: each may be 4 MiB, and some 15 MB when it is parsed. */
const ANSWERS_AT_ONCE = 1;
const atATime = createTurnstile(ANSWERS_AT_ONCE);

const reasons: Record<NonNullable<LogWindow<unknown>["cut"]>, (read: { logs: number; calls: number }) => string> = {
  calls: ({ logs, calls }) => `cut after ${calls} calls and ${logs} logs`,
  logs: ({ logs }) => `cut after ${logs} logs`,
  time: ({ logs }) => `cut when the time for logs was over, after ${logs}`,
  refused: ({ logs }) => `older logs are not granted, ${logs} were`,
};

/** Reads the day's logs of a token and its pools. Undefined: no endpoint granted any. @throws UnavailableError */
export async function readWindow(
  rpc: Rpc,
  { snapshot, pools, from }: { snapshot: Snapshot; pools: readonly MarketPool[]; from: BlockTime },
  signal: AbortSignal,
): Promise<Window | undefined> {
  const { token, chain, block } = snapshot;
  const decode = decoderOf({ token: token.toLowerCase(), tokenFirst: BigInt(token) < BigInt(chain.weth) });
  const filter: LogFilter = { address: [token, ...pools.map(({ pair }) => pair)], topics: [Object.values(TOPICS)] };
  // what was granted until then is a shorter window; the rest of the attempt is for what comes after
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LOGS_MS)]);
  const bounded: Rpc = { batch: (calls, within) => atATime(() => rpc.batch(calls, within)) };
  const read = await readLogs(bounded, { filter, from: from.number, to: block.number, decode, suggest: suggestRange }, inTime);
  if (!read) return undefined;
  const span = Number(block.number - from.number);
  const perBlock = span > 0 ? Number(block.time - from.time) / span : 0;
  const timeOf = (number: number): number => Number(block.time) - (Number(block.number) - number) * perBlock;
  return {
    ...read,
    cut: read.cut ? reasons[read.cut](read) : "",
    hours: (Number(block.time) - timeOf(Number(read.fromBlock))) / HOUR,
    blocks: Number(block.number - read.fromBlock),
    transfers: read.events.filter((event): event is Transfer => !("pool" in event)),
    timeOf,
  };
}
