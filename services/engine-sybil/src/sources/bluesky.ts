import { type Collected, UnavailableError } from "@token-sentiment/engine";
import type { CollectedPost } from "@token-sentiment/contract";
import type { Post } from "../post.ts";
import { cleanText } from "./html-text.ts";
import type { Source } from "./source.ts";

/** A collector that is further behind misses what is being said now. */
const LATE_MS = 5 * 60_000;
/** So many posts of a term are kept. */
const KEPT = 5000;

const toPost = ({ id, author, text, at, urls, reply_to }: CollectedPost): Post => ({
  platform: "bluesky",
  id,
  author: `bluesky:${author}`,
  text: cleanText(text),
  at,
  ...(urls && { urls }),
  ...(reply_to !== undefined && { replyTo: reply_to }),
});

/** What the collector has heard on Bluesky under a token's symbol and contract. */
export function bluesky(collected: Collected): Source {
  return {
    platform: "bluesky",
    async read({ terms, since, until }) {
      if (terms.collected.length === 0) return "not asked";
      const progress = await collected.progress("bluesky");
      if (!progress || progress.until_us / 1000 < since) throw new UnavailableError("bluesky has not been read by its collector");
      const found = await collected.posts("bluesky", terms.collected);
      const posts = found.map(toPost).filter(({ text }) => terms.mayMean(text));
      const readTo = progress.until_us / 1000;
      const oldest = found.length >= KEPT ? (found[0]?.at ?? since) : since;
      return {
        posts,
        since: Math.max(since, Math.ceil(progress.since_us / 1000), oldest),
        ...(until - readTo > LATE_MS && { failure: `bluesky is known up to ${Math.round((until - readTo) / 60_000)} minutes ago only` }),
      };
    },
  };
}
