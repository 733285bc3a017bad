import { termsIn } from "@token-sentiment/contract";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Post } from "../post.ts";
import { htmlText } from "./html-text.ts";
import { createRecent } from "./recent.ts";
import type { Source } from "./source.ts";

const Comment = z.object({
  no: z.int().positive(),
  /** Epoch seconds. */
  time: z.int().nonnegative(),
  sub: z.string().optional(),
  com: z.string().optional(),
  /** Names its poster within one thread, where the board has such names. */
  id: z.string().max(16).optional(),
});
/** 4chan's catalog and threads as far as they are read. */
export const Catalog = z
  .array(
    z.object({
      threads: z.array(Comment.extend({ replies: z.int().nonnegative().optional(), last_modified: z.int().optional() })).max(500),
    }),
  )
  .max(50);
export const Thread = z.object({ posts: z.array(Comment).min(1).max(2000) });

/** One call a second is allowed, so that few threads fit into an attempt. */
const MAX_THREADS = 3;
const KEPT_MS = 60_000;
const COINS_MAX = 3;

/** Nobody has a name here: who cannot be told apart counts as one author a thread, never as many. */
export const toPost = (thread: number, { no, time, sub = "", com = "", id }: z.infer<typeof Comment>): Post => ({
  platform: "4chan",
  id: String(no),
  author: `4chan:${thread}:${id ?? "anonymous"}`,
  anonymous: true,
  text: htmlText(`${sub} ${com}`),
  at: time * 1000,
  ...(no !== thread && { replyTo: String(thread) }),
});

/** A head that lists coins: its thread is about none of them. */
const isAboutMany = (head: z.infer<typeof Comment>): boolean =>
  termsIn(toPost(head.no, head).text).filter(({ kind }) => kind === "symbol").length > COINS_MAX;

/** What is said of a token on /biz/: the liveliest threads that name it at their head, and heads that do. */
export function fourchan(upstream: Upstream): Source {
  const catalogs = createRecent<z.infer<typeof Catalog>>({ source: "4chan", keptMs: KEPT_MS });
  const threads = createRecent<z.infer<typeof Thread>>({ source: "4chan", keptMs: KEPT_MS });
  return {
    platform: "4chan",
    async read({ terms, since, signal }) {
      if (terms.collected.length === 0) return "not asked";
      const catalog = await catalogs.get("biz", {
        signal,
        load: (own) => upstream.request(Catalog, { path: "biz/catalog.json", signal: own }),
      });
      const heads = catalog.flatMap((page) => page.threads).filter((head) => terms.mayMean(toPost(head.no, head).text));
      const lively = heads
        .filter(({ replies = 0, last_modified = 0 }) => replies > 0 && last_modified * 1000 >= since)
        .toSorted((a, b) => (b.replies ?? 0) - (a.replies ?? 0));
      const posts = heads.map((head) => toPost(head.no, head));
      let failure: string | undefined;
      for (const head of lively.slice(0, MAX_THREADS)) {
        const { no } = head;
        try {
          const thread = await threads.get(`${no}`, {
            signal,
            load: (own) => upstream.request(Thread, { path: `biz/thread/${no}.json`, signal: own }),
          });
          const answers = thread.posts.filter((post) => post.no !== no).map((post) => toPost(no, post));
          // in a thread about it every post is
          posts.push(...(isAboutMany(head) ? answers.filter(({ text }) => terms.mayMean(text)) : answers));
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
          // a thread that is pruned meanwhile is gone, no fault
          if (error.status !== 404) failure = error.message;
        }
      }
      const unread = lively.length > MAX_THREADS;
      const oldest = Math.min(...posts.filter(({ at }) => at >= since).map(({ at }) => at));
      return {
        posts,
        since: unread && Number.isFinite(oldest) ? Math.max(since, oldest) : since,
        ...(failure !== undefined && { failure }),
      };
    },
  };
}
