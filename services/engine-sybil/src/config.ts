import { z } from "zod";

const base = (of: string) =>
  z
    .string()
    .trim()
    .default("")
    .pipe(z.union([z.literal(""), z.url({ protocol: /^https?$/ })]))
    .describe(`base URL of ${of}; empty = not asked`);

/** The sybil engine's environment. */
export const Config = z.object({
  ENGINE_STOCKTWITS_URL: base("StockTwits' API, e.g. https://api.stocktwits.com"),
  ENGINE_FARCASTER_URL: base("Farcaster's client API, e.g. https://api.farcaster.xyz"),
  ENGINE_MASTODON_URL: base("one Mastodon instance, e.g. https://mastodon.social"),
});
export type Config = z.infer<typeof Config>;
