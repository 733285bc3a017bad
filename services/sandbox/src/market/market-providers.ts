import type { Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { binance } from "./binance.ts";
import { coingecko } from "./coingecko.ts";
import { dexscreener } from "./dexscreener.ts";
import { geckoterminal } from "./geckoterminal.ts";
import { openMarket } from "./market.ts";
import type { Pool } from "./pool-history.ts";
import type { ListedPool } from "./seeded-history.ts";

/** DexScreener, GeckoTerminal, CoinGecko and Binance, about every token of `world`. `now` is epoch ms. */
export function marketProviders(world: readonly WorldToken[], pools: readonly (Pool | ListedPool)[], now: () => number): Provider[] {
  const market = openMarket(world, pools, now);
  return [dexscreener(market), geckoterminal(market), coingecko(market), binance(now)];
}
