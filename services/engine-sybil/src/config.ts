import { sourceUrl } from "@token-sentiment/engine";
import { z } from "zod";

/** The sybil engine's environment. */
export const Config = z.object({
  ENGINE_STOCKTWITS_URL: sourceUrl("StockTwits"),
  ENGINE_FARCASTER_URL: sourceUrl("Farcaster's client API"),
  ENGINE_MASTODON_URL: sourceUrl("one Mastodon instance"),
  ENGINE_FOURCHAN_URL: sourceUrl("4chan's read-only API"),
  ENGINE_REDDIT_URL: sourceUrl("Reddit's feeds"),
  ENGINE_TELEGRAM_URL: sourceUrl("Telegram's channel previews"),
  ENGINE_BLUESKY_JETSTREAM_URL: z.string().default("").describe("what the Bluesky collector reads; empty = its posts are not looked at"),
  ENGINE_DEXSCREENER_URL: sourceUrl("DexScreener, which tells a project's own accounts"),
  ENGINE_COINGECKO_URL: sourceUrl("CoinGecko, which tells them where DexScreener does not"),
  ENGINE_SYBIL_HASH_SEED: z
    .string()
    .max(200)
    .default("token-sentiment")
    .describe(
      "decides the hashes by which copies are found; a secret of the deployment's own, the same for all replicas, keeps crafted texts from colliding",
    ),
});
export type Config = z.infer<typeof Config>;
