import type { Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { cleanText } from "./html-text.ts";
import { readPages } from "./pages.ts";
import type { Harvest, Source } from "./source.ts";

/** Farcaster's cast search as far as it is read; the client API is not documented, so little is relied on. */
const Casts = z.object({
  result: z.object({
    casts: z
      .array(
        z.object({
          hash: z.string().regex(/^0x[0-9a-f]{8,64}$/i),
          author: z.object({ fid: z.int().nonnegative(), followerCount: z.int().nonnegative().nullish().catch(undefined) }),
          text: z.string(),
          timestamp: z.int().nonnegative(),
          parentHash: z.string().max(80).nullish(),
        }),
      )
      .max(200),
  }),
  next: z.object({ cursor: z.string().max(1024).nullish() }).nullish(),
});
type Cast = z.infer<typeof Casts>["result"]["casts"][number];

const LIMIT = 100;
const MAX_PAGES = 3;

const toPost = ({ hash, author, text, timestamp, parentHash }: Cast): Post => ({
  platform: "farcaster",
  id: hash.toLowerCase(),
  author: `farcaster:${author.fid}`,
  ...(typeof author.followerCount === "number" && { followers: author.followerCount }),
  text: cleanText(text),
  at: timestamp,
  ...(parentHash ? { replyTo: parentHash.toLowerCase() } : {}),
});

/** Casts that name a token's cashtag or its contract; search is loose, so that what names neither is left out. */
export function farcaster(upstream: Upstream): Source {
  return {
    platform: "farcaster",
    async read({ terms, since, signal }) {
      const queries = [...(terms.tag === undefined ? [] : [`$${terms.tag}`]), ...(terms.contract === undefined ? [] : [terms.contract])];
      if (queries.length === 0) return "not asked";
      const harvests = await Promise.all(
        queries.map((q) =>
          readPages<string>(
            async (cursor) => {
              const { result, next } = await upstream.request(Casts, {
                path: "v2/search-casts",
                query: { q, limit: LIMIT, cursor },
                signal,
              });
              return { posts: result.casts.map(toPost), next: result.casts.length > 0 ? (next?.cursor ?? undefined) : undefined };
            },
            { since, maxPages: MAX_PAGES },
          ),
        ),
      );
      return together(harvests, since, terms.names);
    },
  };
}

function together(harvests: readonly Harvest[], asked: number, wanted: (text: string) => boolean): Harvest {
  const failure = harvests.map((harvest) => harvest.failure).find((reason) => reason !== undefined);
  return {
    posts: harvests.flatMap(({ posts }) => posts).filter(({ text }) => wanted(text)),
    since: Math.max(asked, ...harvests.map(({ since }) => since)),
    ...(failure !== undefined && { failure }),
  };
}
