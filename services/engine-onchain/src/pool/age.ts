import { type BlockTime, type Rpc, type Snapshot, codeAt } from "@token-sentiment/evm";
import type { PoolEvent } from "./pool-event.ts";

/** How old a pool is. */
export interface Age {
  /** It is at least so old, days. */
  over: number;
  /** And younger than that, days. Undefined: not known. */
  under: number | undefined;
}

const DAY_SECONDS = 86_400n;
/** Ages that mean something (evm.md O12). */
const DAYS = [1n, 7n, 180n] as const;
const NOBODY = `0x${"0".repeat(40)}`;

/** When the pool was made, epoch seconds at the mean block time, if that was within the window. */
export function bornIn(events: readonly PoolEvent[], timeOf: (block: number) => number): number | undefined {
  const birth = events.find((event) => event.kind === "born" || (event.kind === "shares" && event.from === NOBODY && event.to === NOBODY));
  return birth && timeOf(birth.block);
}

/**
 * How old the pool is by where its code was 1, 7 and 180 days ago, at the mean block time of the last day. Undefined: the node keeps no
 * state so old, which is usual. @throws UnavailableError
 */
export async function ageOf(
  rpc: Rpc,
  { snapshot: { block }, pair, from }: { snapshot: Snapshot; pair: Snapshot["token"]; from: BlockTime | undefined },
  signal: AbortSignal,
): Promise<Age | undefined> {
  const seconds = from ? block.time - from.time : 0n;
  if (!from || seconds === 0n) return undefined;
  const numberAt = (days: bigint): bigint => block.number - (days * DAY_SECONDS * (block.number - from.number)) / seconds;
  const there = await codeAt(rpc, { address: pair, blocks: DAYS.map(numberAt) }, signal);
  const oldest = DAYS.findLastIndex((_, index) => there[index] === true);
  const youngest = DAYS.findIndex((_, index) => there[index] === false);
  if (oldest < 0 && youngest < 0) return undefined;
  return { over: Number(DAYS[oldest] ?? 0n), under: youngest < 0 ? undefined : Number(DAYS[youngest]) };
}
