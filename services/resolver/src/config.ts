import { sourceUrl, WorkerConfig } from "@token-sentiment/engine";
import { z } from "zod";

/** The resolver's environment. */
export const Config = z.object({
  ...WorkerConfig.shape,
  ENGINE_COINGECKO_URL: sourceUrl("CoinGecko"),
  ENGINE_DEXSCREENER_URL: sourceUrl("DexScreener"),
});
