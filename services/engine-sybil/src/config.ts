import { sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";

/** The sybil engine's environment. */
export const Config = z.object({
  ENGINE_STOCKTWITS_URL: sourceUrl("StockTwits"),
  ENGINE_FARCASTER_URL: sourceUrl("Farcaster's client API"),
  ENGINE_MASTODON_URL: sourceUrl("one Mastodon instance"),
});
export type Config = z.infer<typeof Config>;
