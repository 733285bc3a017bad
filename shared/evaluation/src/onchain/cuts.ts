import type { PoolHistory } from "./pool-history.ts";

/** Blocks at which a pool is judged: parts of its life before its event, and right after it. */
export interface Cuts {
  /** At 25, 50 and 75 % of the blocks from its first event to what happened, or to its last. */
  before: number[];
  /** The block of what happened; of a pool to which nothing did, its last. */
  after: number;
}

const DRAINED = 5n;
const DUMPED = 0.1;

/** When it happened: coins at a fifth of their most (drain), price at a tenth of its highest (dump). Undefined: neither. */
function eventOf({ label, reserves }: PoolHistory): number | undefined {
  let [most, highest] = [0n, 0];
  for (const { block, token, coin } of reserves) {
    const price = token > 0n ? Number(coin) / Number(token) : 0;
    if (coin > most) most = coin;
    highest = Math.max(highest, price);
    if (label.startsWith("rug_type1") && coin * DRAINED <= most) return block;
    if (label.startsWith("rug_type2") && price <= DUMPED * highest) return block;
  }
  return undefined;
}

/** Where a pool is cut. */
export function cutsOf(history: PoolHistory): Cuts {
  const after = eventOf(history) ?? history.last;
  const before = [0.25, 0.5, 0.75].map((part) => Math.floor(history.first + part * (after - 1 - history.first)));
  return { before: before.map((block) => Math.max(history.first, block)), after };
}
