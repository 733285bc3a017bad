import { createHash } from "node:crypto";
import { notFound, type Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { escapeHtml } from "./escape-html.ts";
import type { RateLimit } from "./rate-limit.ts";
import { type PlacedPost, talkOf } from "./talk-of.ts";

const FIRST = 60_000_000;

const posterOf = ({ symbol, author }: PlacedPost): string =>
  createHash("sha256").update(`${symbol} ${author.id}`).digest("base64url").slice(0, 8);

/** One thread a token: its first post opens it. Numbers follow the order of the table, so that a thread keeps its own. */
function threadsOf(talk: readonly PlacedPost[]) {
  const symbols = [...new Set(talk.map(({ symbol }) => symbol))].toSorted((a, b) => (a < b ? -1 : 1));
  return symbols.map((symbol, index) => {
    const no = FIRST + index * 1000;
    const posts = talk
      .filter((post) => post.symbol === symbol)
      .map((post, number) => ({
        no: no + number,
        now: new Date(post.at).toUTCString(),
        name: "Anonymous",
        ...(number === 0 && { sub: `$${symbol} general` }),
        com: number === 0 ? escapeHtml(post.text) : `<a href="#p${no}" class="quotelink">&gt;&gt;${no}</a><br>${escapeHtml(post.text)}`,
        time: Math.floor(post.at / 1000),
        resto: number === 0 ? 0 : no,
        id: posterOf(post),
      }));
    return { no, posts };
  });
}

/** 4chan's read-only API of /biz/: `/biz/catalog.json` and `/biz/thread/{no}.json`, one call a second; a thread that is gone is an empty 404. */
export function fourchan(world: readonly WorldToken[], now: () => number, rate: RateLimit): Provider {
  return {
    name: "fourchan",
    answer({ path }) {
      if (!rate.take().allowed) return { status: 429, text: "" };
      const threads = threadsOf(talkOf(world, now(), "fourchan"));
      if (path === "/biz/catalog.json") {
        const heads = threads.map(({ posts }) => {
          const [head] = posts;
          return {
            ...head,
            replies: posts.length - 1,
            images: 0,
            last_modified: posts.at(-1)?.time,
            last_replies: posts.slice(1).slice(-3),
          };
        });
        return { json: [{ page: 1, threads: heads }] };
      }
      const no = Number(/^\/biz\/thread\/(\d+)\.json$/.exec(path)?.[1]);
      const thread = threads.find((one) => one.no === no);
      return thread ? { json: { posts: thread.posts } } : { ...notFound, json: undefined, text: "" };
    },
  };
}
