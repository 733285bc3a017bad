import { setImmediate as turn } from "node:timers/promises";
import { UnavailableError } from "@token-sentiment/engine";
import { type Address, type Hex, numberToHex } from "viem";
import type { Said } from "./json-rpc.ts";
import type { Rpc } from "./rpc.ts";

/** One log as a node tells it; the address is in whatever case the node writes. */
export interface Log {
  address: string;
  topics: readonly string[];
  data: string;
  blockNumber: string;
  logIndex: string;
  transactionHash: string;
}

/** Which logs: of any of these contracts, with these topics; null = any. */
export interface LogFilter {
  address: readonly Address[];
  topics: readonly (readonly Hex[] | null)[];
}

/** What is asked for. */
export interface LogQuery<T> {
  filter: LogFilter;
  from: bigint;
  to: bigint;
  /** Called once for each log, in the order of the chain within an answer; undefined = not of interest. Nothing else of a log is kept. */
  decode: (log: Log) => T | undefined;
  /** How many blocks the provider of that error says it would grant. Undefined: it does not say, and the range is halved. */
  suggest?: (error: Said, range: LogRange) => bigint | undefined;
}

/** First and last block. */
export interface LogRange {
  from: bigint;
  to: bigint;
}

/** The logs that were granted, decoded, in the order of the chain. */
export interface LogWindow<T> {
  events: T[];
  /** The first block that was read. */
  fromBlock: bigint;
  /** How many logs there were, and how many calls that took. */
  logs: number;
  calls: number;
  /** Why it does not reach back as far as was asked. Undefined: it does. */
  cut: "calls" | "logs" | "time" | "refused" | undefined;
}

/** Ranges that most public endpoints grant, in blocks (evm.md §6.2). */
const FIRST_RANGE = 2_000n;
const LARGEST_RANGE = 10_000n;
/** A node that grants less than this grants nothing of use. */
const SMALLEST_RANGE = 8n;
const MOST_CALLS = 12;
/** Logs of one window: what they decode to is then some 30 MB. */
const MOST_LOGS = 100_000;
/** Of a range that is more than we read, so much is asked next: each such answer costs as many bytes as one that is of use. */
const TOO_LARGE_PART = 8n;
/** Logs that an answer is meant to have once one was too large; about two thirds of what is read. */
const GOOD_ANSWER = 4_500;
/** Logs decoded between two turns of the event loop: about 2 ms. */
const SLICE = 2_000;

/**
 * Reads logs backwards from `to`, as far as `from`, as twelve calls or as 100,000 logs go: a range is doubled as long as they are granted,
 * and cut to what the provider suggests, else in half, when no node grants it; where it is granted and more than we read, it is cut to an
 * eighth, and then grows by how many logs a block has. The event loop is left free while they are decoded.
 * Undefined: not even the newest range was granted. What comes back is newest history without gaps.
 */
export async function readLogs<T>(rpc: Rpc, query: LogQuery<T>, signal: AbortSignal): Promise<LogWindow<T> | undefined> {
  const { from, to } = query;
  const answers: T[][] = [];
  let range = smaller(to - from + 1n, FIRST_RANGE);
  const least = smaller(range, SMALLEST_RANGE);
  let [largest, end, logs, calls, crowded] = [LARGEST_RANGE, to, 0, 0, false];
  let cut: LogWindow<T>["cut"];
  while (end >= from && cut === undefined) {
    const start = end - range + 1n > from ? end - range + 1n : from;
    calls += 1;
    const got = await oneRange(rpc, { ...query, from: start, to: end }, signal);
    if (signal.aborted) cut = "time";
    else if (got.kind === "granted") {
      answers.unshift(got.events);
      logs += got.logs;
      const blocks = end - start + 1n;
      end = start - 1n;
      range = smaller(crowded ? fitting(got.logs, blocks) : range * 2n, largest);
    } else if (got.tooLarge) {
      if (start === end) cut = "refused";
      crowded = true;
      largest = larger(range / 2n, 1n);
      range = larger(range / TOO_LARGE_PART, 1n);
    } else {
      range = got.blocks ?? range / 2n;
      largest = range;
      if (range < least || got.hopeless) cut = "refused";
    }
    if (cut === undefined && end >= from) cut = logs >= MOST_LOGS ? "logs" : calls >= MOST_CALLS ? "calls" : undefined;
  }
  if (answers.length === 0) return undefined;
  return { events: answers.flat(), fromBlock: end + 1n, logs, calls, cut };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** How many blocks have a good answer's logs, where those have so many. */
const fitting = (logs: number, blocks: bigint): bigint => larger((blocks * BigInt(GOOD_ANSWER)) / BigInt(Math.max(1, logs)), 1n);

type Range<T> =
  | { kind: "granted"; events: T[]; logs: number }
  | { kind: "refused"; blocks: bigint | undefined; /** No smaller range will do either. */ hopeless: boolean; tooLarge: boolean };

async function oneRange<T>(rpc: Rpc, { filter, from, to, decode, suggest }: LogQuery<T>, signal: AbortSignal): Promise<Range<T>> {
  const params = [{ ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(to) }];
  try {
    const [answer] = await rpc.batch([{ method: "eth_getLogs", params }], signal);
    const logs = answer?.kind === "ok" ? await logsIn(answer.result) : undefined;
    if (logs) return { kind: "granted", events: await decoded(logs, decode), logs: logs.length };
    const said = answer?.kind === "refused" ? answer.said : undefined;
    const blocks = said && suggest?.(said, { from, to });
    return {
      kind: "refused",
      blocks: blocks !== undefined && blocks >= 1n && blocks < to - from + 1n ? blocks : undefined,
      hopeless: answer?.kind === "unsupported",
      tooLarge: false,
    };
  } catch (error) {
    // an answer too large for us, or too slow, is as good as a refusal
    if (error instanceof UnavailableError) return { kind: "refused", blocks: undefined, hopeless: false, tooLarge: error.tooLarge };
    throw error;
  }
}

const place = ({ blockNumber, logIndex }: Log): number => Number(blockNumber) * 1e6 + Number(logIndex);

/** The logs of an answer in the order of the chain; undefined when one of them is none. */
async function logsIn(result: unknown): Promise<Log[] | undefined> {
  if (!Array.isArray(result)) return undefined;
  const logs: Log[] = [];
  let [last, ordered] = [-1, true];
  for (const value of result) {
    if (logs.length % SLICE === SLICE - 1) await turn();
    if (!isLog(value)) return undefined;
    const at = place(value);
    ordered &&= at >= last;
    last = at;
    logs.push(value);
  }
  return ordered ? logs : logs.toSorted((a, b) => place(a) - place(b));
}

const HEX = /^0x[0-9a-fA-F]*$/;
const isHex = (text: unknown): boolean => typeof text === "string" && HEX.test(text);

/** Checked by hand: a schema over each of 20,000 logs would hold the event loop for a tenth of a second. */
function isLog(value: unknown): value is Log {
  if (typeof value !== "object" || value === null) return false;
  const { address, topics, data, blockNumber, logIndex, transactionHash }: Partial<Record<keyof Log, unknown>> = value;
  return Array.isArray(topics) && topics.every(isHex) && [address, data, blockNumber, logIndex, transactionHash].every(isHex);
}

async function decoded<T>(logs: readonly Log[], decode: (log: Log) => T | undefined): Promise<T[]> {
  const events: T[] = [];
  for (const [index, log] of logs.entries()) {
    if (index % SLICE === SLICE - 1) await turn();
    const event = decode(log);
    if (event !== undefined) events.push(event);
  }
  return events;
}
