import type { Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { htmlText } from "./html-text.ts";
import { readPages } from "./pages.ts";
import type { Source } from "./source.ts";

/** A Mastodon status as far as it is read. */
export const Status = z.object({
  id: z.string().regex(/^\d{1,32}$/),
  created_at: z.iso.datetime({ offset: true }),
  in_reply_to_id: z.string().nullish(),
  content: z.string(),
  reblog: z.object({ id: z.string() }).nullish(),
  // an account of another instance is told by its address, which its `id` here does not show
  account: z.object({
    acct: z.string().min(1).max(300),
    created_at: z.iso.datetime({ offset: true }).nullish(),
    followers_count: z.int().nullish().catch(undefined),
  }),
  card: z.object({ url: z.string() }).nullish(),
});
const Timeline = z.array(Status).max(80);

const LIMIT = 40;
const MAX_PAGES = 4;

export const toPost = ({ id, created_at, in_reply_to_id, content, reblog, account, card }: z.infer<typeof Status>): Post => ({
  platform: "mastodon",
  id,
  author: `mastodon:${account.acct.toLowerCase()}`,
  ...(account.created_at ? { authorSince: Date.parse(account.created_at) } : {}),
  ...(typeof account.followers_count === "number" && account.followers_count >= 0 && { followers: account.followers_count }),
  text: htmlText(content),
  at: Date.parse(created_at),
  ...(card && { urls: [card.url] }),
  ...(reblog && { repostOf: reblog.id }),
  ...(in_reply_to_id ? { replyTo: in_reply_to_id } : {}),
});

/** What is tagged with a token's symbol on one instance; a tag is an ordinary word, so that posts which name no crypto are left out. */
export function mastodon(upstream: Upstream): Source {
  return {
    platform: "mastodon",
    async read({ terms, since, signal }) {
      const { tag } = terms;
      if (tag === undefined) return "not asked";
      const page = async (max_id: string | undefined) => {
        const path = `api/v1/timelines/tag/${tag.toLowerCase()}`;
        const statuses = await upstream.request(Timeline, { path, query: { limit: LIMIT, max_id }, signal });
        return { posts: statuses.map(toPost), next: statuses.length < LIMIT ? undefined : statuses.at(-1)?.id };
      };
      const harvest = await readPages(page, { since, maxPages: MAX_PAGES });
      return { ...harvest, posts: harvest.posts.filter(({ text }) => terms.mayMean(text)) };
    },
  };
}
