import type { Address, Hex } from "viem";
import { readViews } from "./read-views.ts";
import type { Rpc } from "./rpc.ts";
import { views } from "./views.ts";

/** A pool's shares: how many there are, and what each of the asked holders has, in their order. */
export interface PoolShares {
  supply: bigint;
  balances: bigint[];
}

/** Reads who holds a pool's shares at that block. Undefined: the pair did not answer. @throws UnavailableError when no endpoint answers. */
export async function readPoolShares(
  rpc: Rpc,
  { pair, holders, tag }: { pair: Address; holders: readonly Address[]; tag: Hex },
  signal: AbortSignal,
): Promise<PoolShares | undefined> {
  const asked = [views.totalSupply(pair), ...holders.map((holder) => views.balanceOf(pair, holder))];
  const [supply, ...balances] = (await readViews(rpc, asked, { tag, signal })).map((data) =>
    data?.length === 66 ? BigInt(data) : undefined,
  );
  if (supply === undefined || balances.includes(undefined)) return undefined;
  return { supply, balances: balances.map((balance) => balance ?? 0n) };
}
