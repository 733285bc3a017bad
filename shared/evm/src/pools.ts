import { type Address, type Hex, isAddressEqual, size, slice } from "viem";
import type { Exchange } from "./chains.ts";
import { addressIn } from "./hex.ts";

/** A pool of a token against the wrapped native coin. */
export interface Pool {
  exchange: Exchange;
  pair: Address;
  /** In the token's smallest unit. */
  tokenReserve: bigint;
  /** In wei. */
  coinReserve: bigint;
}

/** What a pair answered to `getReserves()` and `token0()`. */
export interface PairAnswers {
  token: Address;
  reserves: Hex | undefined;
  token0: Hex | undefined;
}

/** The pools that hold something, deepest first. */
export function readPools(pairs: readonly { exchange: Exchange; pair: Address }[], answers: readonly PairAnswers[]): Pool[] {
  const pools = pairs.flatMap(({ exchange, pair }, index): Pool[] => {
    const answer = answers[index];
    const first = addressIn(answer?.token0 ?? "0x");
    if (!answer?.reserves || size(answer.reserves) < 64 || first === undefined) return [];
    const [a, b] = [BigInt(slice(answer.reserves, 0, 32)), BigInt(slice(answer.reserves, 32, 64))];
    const [tokenReserve, coinReserve] = isAddressEqual(first, answer.token) ? [a, b] : [b, a];
    return tokenReserve > 0n && coinReserve > 0n ? [{ exchange, pair, tokenReserve, coinReserve }] : [];
  });
  return pools.toSorted((a, b) => (a.coinReserve < b.coinReserve ? 1 : -1));
}
