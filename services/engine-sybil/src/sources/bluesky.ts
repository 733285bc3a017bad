import { type Collected, UnavailableError } from "@token-sentiment/engine";
import type { CollectedPost } from "@token-sentiment/contract";
import type { Post } from "../post.ts";
import { cleanText } from "./html-text.ts";
import { inTime } from "./in-time.ts";
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
    async read({ terms, since, until, signal }) {
      const within = { source: "bluesky", signal };
      if (terms.collected.length === 0) return "not asked";
      const progress = await inTime(collected.progress("bluesky"), within);
      if (!progress || progress.until_us / 1000 < since) throw new UnavailableError("bluesky has not been read by its collector");
      const byTerm = await inTime(Promise.all(terms.collected.map((term) => collected.posts("bluesky", [term]))), within);
      const found = new Map(byTerm.flat().map((post) => [post.id, post]));
      const posts = [...found.values()].map(toPost).filter(({ text, urls = [] }) => terms.mayMean(text) || terms.names(urls.join(" ")));
      const readTo = progress.until_us / 1000;
      // of a loud symbol the newest are kept, however few lie under the contract
      const oldest = Math.max(since, ...byTerm.filter(({ length }) => length >= KEPT).map(([first]) => first?.at ?? since));
      return {
        posts,
        since: Math.max(Math.ceil(progress.since_us / 1000), oldest),
        ...(until - readTo > LATE_MS && { failure: `bluesky is known up to ${Math.round((until - readTo) / 60_000)} minutes ago only` }),
      };
    },
  };
}
