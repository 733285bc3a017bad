import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { type AtomEntry, readAtom } from "./atom.ts";
import { htmlText } from "./html-text.ts";
import { createRecent } from "./recent.ts";
import type { Source } from "./source.ts";

/** One feed: an address gets about one answer in half a minute. */
const FEED = "r/CryptoCurrency+CryptoMoonShots+SatoshiStreetBets+altcoin+CryptoMarkets+solana+ethtrader/new/.rss";
const KEPT_MS = 60_000;
/** What Reddit puts below every text. */
const FOOTER = /(?<!\s)\s*submitted by\s.*$|\[link\]|\[comments\]/gis;

export const toPost = ({ id, title, html, author, at }: AtomEntry): Post => ({
  platform: "reddit",
  id,
  author: `reddit:${author.replace(/^\/u\//, "").toLowerCase()}`,
  text: `${title} ${htmlText(html).replaceAll(FOOTER, " ")}`.trim(),
  at,
  urls: linksOf(html),
});

/** Pages that a post leads to, beyond Reddit itself. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a href="(https?:\/\/[^"<>\s]{1,500})"/g)]
    .map((match) => htmlText(match[1] ?? ""))
    .filter((link) => !/^https?:\/\/(?:www\.|old\.)?reddit\.com\//.test(link))
    .slice(0, 10);

/** The newest posts of the large boards about crypto, as far as they name the token. */
export function reddit(upstream: Upstream): Source {
  const feeds = createRecent<Post[]>({ source: "reddit", keptMs: KEPT_MS });
  const load = async (signal: AbortSignal): Promise<Post[]> => {
    const xml = await upstream.request(z.string(), { path: FEED, query: { limit: 100 }, as: "text", signal });
    const entries = readAtom(xml);
    if (!entries) throw new UnavailableError("reddit sent something that is no feed");
    return entries.map(toPost);
  };
  return {
    platform: "reddit",
    async read({ terms, since, signal }) {
      if (terms.collected.length === 0) return "not asked";
      const posts = await feeds.get("new", { signal, load });
      const oldest = Math.min(...posts.map(({ at }) => at));
      return { posts: posts.filter(({ text }) => terms.mayMean(text)), since: Number.isFinite(oldest) ? Math.max(since, oldest) : since };
    },
  };
}
