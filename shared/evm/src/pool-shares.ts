import type { Address, Hex } from "viem";
import { isMalformed } from "./malformed.ts";
import { readAnswers, readCall } from "./probes.ts";
import { readOneByOne } from "./read-views.ts";
import type { Rpc } from "./rpc.ts";
import { views } from "./views.ts";

/** A pool's shares: how many there are, and what each of the asked holders has, in their order. */
export interface PoolShares {
  supply: bigint;
  balances: bigint[];
}

/** Where nothing can be put in place for a call, more would be too many calls. */
const MOST_ONE_BY_ONE = 40;

/** Reads who holds a pool's shares at that block. Undefined: the pair did not answer. @throws UnavailableError when no endpoint answers. */
export async function readPoolShares(
  rpc: Rpc,
  { pair, holders, tag }: { pair: Address; holders: readonly Address[]; tag: Hex },
  signal: AbortSignal,
): Promise<PoolShares | undefined> {
  const asked = [views.totalSupply(pair), ...holders.map((holder) => views.balanceOf(pair, holder))];
  const [answer] = await rpc.batch([readCall(asked, tag)], signal);
  const result = answer?.kind === "ok" ? answer.result : undefined;
  const plain = answer?.kind === "unsupported" && asked.length <= MOST_ONE_BY_ONE;
  if (result === undefined && !plain) return undefined;
  try {
    const read = plain ? (await readOneByOne(rpc, { views: asked, calls: [], tag }, signal)).views : readAnswers(result).answers;
    const words = read.map((data) => (data?.length === 66 ? BigInt(data) : undefined));
    const [supply, ...balances] = words;
    if (supply === undefined || balances.includes(undefined)) return undefined;
    return { supply, balances: balances.map((balance) => balance ?? 0n) };
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}
