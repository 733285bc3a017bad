import type { EvmChainId } from "@token-sentiment/evm";
import type { Facts } from "./facts.ts";
import { coinsOf } from "./pool/sales.ts";

/**
 * Native coins that a pool must have held to be judged, some thousand dollars: anybody can open a smaller one beside a token's real
 * market, move its price and empty it, for next to nothing.
 */
const LEAST_COINS: Record<EvmChainId, number> = { "1": 2, "56": 6, "8453": 2 };

/** Below twice that a pool is thin: some ten thousand dollars on both sides (evm.md O04), in coins, because no price in dollars is read on chain. */
const THIN = 2;

/** The most coins the pool held in the window, as far as it is known: without logs, what it holds now. */
export const deepestOf = ({ pool, day }: Facts): number => day?.deepest ?? (pool ? coinsOf(pool.coinReserve) : 0);

/** True of a pool in which nothing that happens says anything about the token. */
export const isTooSmall = (facts: Facts): boolean => facts.pool !== undefined && deepestOf(facts) < LEAST_COINS[facts.snapshot.chain.id];

/** True of a pool that little money moves. */
export const isThin = ({ pool, snapshot }: Facts): boolean =>
  pool !== undefined && coinsOf(pool.coinReserve) < THIN * LEAST_COINS[snapshot.chain.id];

/** Whether that many coins are enough to tell a price. */
export const tellsPrice = (coins: bigint, chain: EvmChainId): boolean => coinsOf(coins) >= LEAST_COINS[chain];
