import type { PoolEvent } from "./pool-event.ts";

/** What was taken out of a pool for good. */
export interface Removal {
  /** Pool shares now, below those that had lasted, 0..1: what is put back counts as not taken. */
  share: number;
  /** What the one account that took most took since then, less what it gave, of those that had lasted, 0..1. */
  byOne: number;
  /** That account, in lower case. */
  account: string;
}

/** What a removal is measured by. */
export interface ShareBook {
  /** Pool shares there are now. */
  supply: bigint;
  pair: string;
  /** For how many blocks shares must stand to have lasted. */
  lasting: number;
}

type Move = Extract<PoolEvent, { kind: "shares" }>;
/** Pool shares after a block of the window, or before its first event. */
interface State {
  block: number;
  shares: bigint;
}

const NOBODY = `0x${"0".repeat(40)}`;

/** Undefined when there were no shares at all. */
export function removalOf(events: readonly PoolEvent[], book: ShareBook): Removal | undefined {
  const moves = events.flatMap((event) => (event.kind === "shares" ? [event] : []));
  const base = lastingOf(statesOf(moves, book), book.lasting);
  if (base.shares <= 0n) return undefined;
  const [account, amount] = [...takenBy(moves, { since: base.block, pair: book.pair })].reduce(
    (top, next) => (next[1] > top[1] ? next : top),
    ["", 0n],
  );
  const of = (part: bigint): number => Math.min(1, Math.max(0, Number(part) / Number(base.shares)));
  return { share: of(base.shares - book.supply), byOne: of(amount), account };
}

/** The shares before the first event, and at the end of each block that changed them: worked out backwards from now. */
function statesOf(moves: readonly Move[], { supply, pair }: ShareBook): State[] {
  // shares that a holder sends to nobody are burned for good, and still count: only the pair itself destroys them
  const change = ({ from, to, amount }: Move): bigint => (from === NOBODY ? amount : from === pair && to === NOBODY ? -amount : 0n);
  const states: State[] = [];
  let shares = supply;
  for (const move of moves.toReversed()) {
    if (states.at(-1)?.block !== move.block) states.push({ block: move.block, shares });
    shares -= change(move);
  }
  return [...states, { block: -1, shares }].toReversed();
}

/**
 * The most shares that stood for long enough, and when they were that few: liquidity that is put in for a moment was never the pool's.
 * What the window begins with counts as it is, or what the pool was born with in it: many are drained within minutes of that.
 */
function lastingOf(states: readonly State[], lasting: number): State {
  const [start = { block: -1, shares: 0n }] = states;
  let base = start.shares > 0n ? start : (states.find(({ shares }) => shares > 0n) ?? start);
  // the fewest of a sliding window, in one pass: anybody can put in and take out as often as a window has logs
  const falling: State[] = [];
  let [gone, next] = [0, 0];
  for (const { block } of states) {
    for (let later = states[next]; later && later.block <= block + lasting; later = states[++next]) {
      while (falling.length > gone && (falling.at(-1)?.shares ?? 0n) > later.shares) falling.pop();
      falling.push(later);
    }
    while ((falling[gone]?.block ?? block) < block) gone += 1;
    const least = falling[gone] ?? start;
    if (block >= 0 && least.shares > base.shares) base = least;
  }
  return base;
}

/** What each account took out after that block, less what it put in. */
function takenBy(moves: readonly Move[], { since, pair }: { since: number; pair: string }): Map<string, bigint> {
  const taken = new Map<string, bigint>();
  const givers = new Map<string, string>();
  const add = (account: string, amount: bigint) => taken.set(account, (taken.get(account) ?? 0n) + amount);
  for (const { block, from, to, amount, transaction } of moves) {
    if (to === pair) givers.set(transaction, from);
    if (block <= since) continue;
    if (from === NOBODY) add(to, -amount);
    else if (from === pair && to === NOBODY) add(givers.get(transaction) ?? from, amount);
  }
  return taken;
}
