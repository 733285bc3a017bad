import type { PoolEvent } from "./pool-event.ts";

/** What was taken out of a pool for good. */
export interface Removal {
  /** Pool shares now, below the most there were after any block of the window, 0..1: what is put back counts as not taken. */
  share: number;
  /** What the one account that took most took, of the most there were, 0..1. */
  byOne: number;
  /** That account, in lower case. */
  account: string;
}

const NOBODY = `0x${"0".repeat(40)}`;

/** Undefined when there were no shares at all. `supply` is what there is now. */
export function removalOf(events: readonly PoolEvent[], { supply, pair }: { supply: bigint; pair: string }): Removal | undefined {
  const moves = events.flatMap((event) => (event.kind === "shares" ? [event] : []));
  // shares that a holder sends to nobody are burned for good, and still count: only the pair itself destroys them
  const change = ({ from, to, amount }: (typeof moves)[number]): bigint =>
    from === NOBODY ? amount : from === pair && to === NOBODY ? -amount : 0n;
  let now = supply;
  let most = supply;
  // backwards: what there was at the end of each block before
  for (const [index, move] of [...moves.entries()].toReversed()) {
    now -= change(move);
    if (moves[index - 1]?.block !== move.block && now > most) most = now;
  }
  if (most <= 0n) return undefined;
  const taken = new Map<string, bigint>();
  const givers = new Map<string, string>();
  for (const { from, to, amount, transaction } of moves) {
    if (to === pair) givers.set(transaction, from);
    if (to !== NOBODY || from !== pair) continue;
    const account = givers.get(transaction) ?? from;
    taken.set(account, (taken.get(account) ?? 0n) + amount);
  }
  const [account, amount] = [...taken].reduce((top, next) => (next[1] > top[1] ? next : top), ["", 0n]);
  const of = (part: bigint): number => Math.min(1, Math.max(0, Number(part) / Number(most)));
  return { share: of(most - supply), byOne: of(amount), account };
}
