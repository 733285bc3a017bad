import { sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";

/** The market engine's environment. */
export const Config = z.object({
  ENGINE_DEXSCREENER_URL: sourceUrl("DexScreener"),
  ENGINE_GECKOTERMINAL_URL: sourceUrl("GeckoTerminal"),
  ENGINE_BINANCE_URL: sourceUrl("Binance"),
});
