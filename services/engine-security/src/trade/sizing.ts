import type { Market, Pool, Snapshot } from "@token-sentiment/evm";

/** How much is traded in simulation: little enough to leave the price alone and to stay under purchase limits. */
export interface Sizing {
  market: Market;
  pool: Pool;
  /** Wei spent on a purchase: a thousandth of the pool. */
  coins: bigint;
  /** Tokens sold each time: a twentieth of what a purchase without tax brings. */
  part: bigint;
  /** Tokens moved out of the pool where no router is asked. */
  amount: bigint;
}

/** Sizes trades on the token's deepest pool; undefined when it has none. */
export function sizingOf({ chain, token, pools: [pool] }: Snapshot): Sizing | undefined {
  if (!pool) return undefined;
  const coins = pool.coinReserve / 1000n || 1n;
  const amount = pool.tokenReserve / 1000n || 1n;
  const market = { router: pool.exchange.router, weth: chain.weth, token, pair: pool.pair };
  return { market, pool, coins, amount, part: amount / 20n || 1n };
}
