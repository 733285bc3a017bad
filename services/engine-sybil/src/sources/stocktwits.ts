import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { plainText } from "./html-text.ts";
import { readPages } from "./pages.ts";
import type { Source } from "./source.ts";

/** StockTwits' symbol stream as far as it is read; the documented answer has more. */
export const Stream = z.object({
  messages: z
    .array(
      z.object({
        id: z.int().nonnegative(),
        body: z.string(),
        created_at: z.iso.datetime({ offset: true }),
        user: z.object({ id: z.int(), join_date: z.string().optional(), followers: z.int().nonnegative().optional().catch(undefined) }),
        conversation: z.object({ in_reply_to_message_id: z.int().nullish() }).nullish(),
        links: z.array(z.object({ url: z.string().optional() })).nullish(),
        reshare_message: z.object({ message: z.object({ id: z.int() }).nullish() }).nullish(),
      }),
    )
    .max(100),
  cursor: z.object({ more: z.boolean(), max: z.int().nullish() }),
});
type Message = z.infer<typeof Stream>["messages"][number];

const MAX_PAGES = 4;

export function toPost({ id, body, created_at, user, conversation, links, reshare_message }: Message): Post {
  const since = user.join_date === undefined ? NaN : Date.parse(user.join_date);
  const text = plainText(body);
  const urls = (links ?? []).flatMap(({ url }) => url ?? []);
  const reshared = reshare_message?.message?.id;
  const parent = conversation?.in_reply_to_message_id;
  return {
    platform: "stocktwits",
    id: String(id),
    author: `stocktwits:${user.id}`,
    ...(Number.isNaN(since) ? {} : { authorSince: since }),
    ...(user.followers !== undefined && { followers: user.followers }),
    text,
    at: Date.parse(created_at),
    ...(urls.length > 0 && { urls }),
    // a reshare with words of its own is a post; without, it only passes on
    ...(reshared !== undefined && text === "" && { repostOf: String(reshared) }),
    ...(parent === undefined || parent === null ? {} : { replyTo: String(parent) }),
  };
}

/** What is written under a symbol on StockTwits; a symbol that it does not list has no posts. */
export function stocktwits(upstream: Upstream): Source {
  return {
    platform: "stocktwits",
    async read({ terms: { tag }, since, signal }) {
      if (tag === undefined) return "not asked";
      const page = async (max: number | undefined) => {
        const { messages, cursor } = await upstream.request(Stream, { path: `api/2/streams/symbol/${tag}.X.json`, query: { max }, signal });
        return { posts: messages.map(toPost), next: cursor.more && messages.length > 0 ? (cursor.max ?? undefined) : undefined };
      };
      try {
        return await readPages(page, { since, maxPages: MAX_PAGES });
      } catch (error) {
        if (error instanceof UnavailableError && error.status === 404) return { posts: [], since };
        throw error;
      }
    },
  };
}
