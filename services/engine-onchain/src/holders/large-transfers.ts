import type { Transfer } from "../pool/pool-event.ts";

/** Transfers that are large against the supply or the pool, and part of no trade. */
export interface LargeTransfers {
  count: number;
  /** What they moved, of the supply, 0..; the same tokens count each time they move. */
  share: number;
}

const OF_SUPPLY = 100n;
const OF_POOL = 20n;

/** Transfers of 1 % of the supply or more, or of 5 % of the pool's tokens, between accounts that are not in `market`. */
export function largeTransfersOf(
  transfers: readonly Transfer[],
  { supply, reserve, market }: { supply: bigint; reserve: bigint | undefined; market: ReadonlySet<string> },
): LargeTransfers {
  const large = transfers.filter(
    ({ from, to, amount }) =>
      from !== to &&
      !market.has(from) &&
      !market.has(to) &&
      (amount * OF_SUPPLY >= supply || (reserve !== undefined && reserve > 0n && amount * OF_POOL >= reserve)),
  );
  const moved = large.reduce((sum, { amount }) => sum + amount, 0n);
  return { count: large.length, share: supply > 0n ? Number(moved) / Number(supply) : 0 };
}
