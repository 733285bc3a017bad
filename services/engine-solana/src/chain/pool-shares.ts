import { type Address, isAddress } from "@solana/kit";
import type { Upstream } from "@token-sentiment/engine";
import { type Account, isTokenProgram } from "./account.ts";
import { RAYDIUM_LOCKER, tokenAccountOf } from "./addresses.ts";
import { decodeMint } from "./decode-mint.ts";
import { lockedPercent, type Pool, poolOf } from "./pool.ts";
import { readAccounts } from "./read-accounts.ts";
import { holdingOf } from "./token-account.ts";

/** A pool, and the mint of its shares as somebody names it. */
export interface PoolAt {
  at: Address;
  shares: Address;
}

/** How much of a pool's shares nobody can take back, read off the chain. */
export interface LockedShares {
  at: Address;
  kind: Pool["kind"];
  percent: number;
}

/** A hundred accounts are one call's limit, and a token with more pools is judged by its largest. */
const POOLS_MAX = 10;
const ACCOUNTS_PER_POOL = 3;

/** Where it stands, when both are addresses. */
export const poolAt = (at: string | undefined, shares: string | undefined): PoolAt[] =>
  at !== undefined && shares !== undefined && isAddress(at) && isAddress(shares) ? [{ at, shares }] : [];

/** Reads pools, their shares and what the locker holds of them, in one call. Left out: whatever is not what it was said to be. @throws UnavailableError */
export async function readPoolShares(
  endpoints: readonly Upstream[],
  { mint, pools }: { mint: Address; pools: readonly PoolAt[] },
  signal: AbortSignal,
): Promise<LockedShares[]> {
  const asked = [...new Map(pools.map((pool) => [pool.at, pool])).values()].slice(0, POOLS_MAX);
  if (asked.length === 0) return [];
  const wanted = await Promise.all(asked.map(async ({ at, shares }) => [at, shares, await tokenAccountOf(RAYDIUM_LOCKER, shares)]));
  const { accounts } = await readAccounts(endpoints, { at: wanted.flat() }, signal);
  return asked.flatMap(({ at, shares }, index): LockedShares[] => {
    const [account, sharesAccount, locker] = accounts.slice(index * ACCOUNTS_PER_POOL, (index + 1) * ACCOUNTS_PER_POOL);
    const pool = poolOf(account, mint);
    const supply = sharesOf(sharesAccount);
    if (!pool || pool.shares !== shares || supply === undefined) return [];
    const held = holdingOf(locker);
    const percent = lockedPercent(pool, supply, held?.mint === shares && held.owner === RAYDIUM_LOCKER ? held.amount : 0n);
    return percent === undefined ? [] : [{ at, kind: pool.kind, percent }];
  });
}

/** How many shares there are; undefined when the account is no mint. */
export const sharesOf = (account: Account | undefined): bigint | undefined =>
  account && isTokenProgram(account.program) ? decodeMint(account.data)?.supply : undefined;
