import type { PostSeries } from "@token-sentiment/contract";
import type { Post } from "./post.ts";

/** Posts of a picture. */
const POINTS = 200;
const MINUTE_MS = 60_000;

/** Who posted when, for a picture: every so-manieth post of those given, which are in the order of time. `accounts` acted together. Nobody is named. */
export function postSeries(posts: readonly Post[], accounts: ReadonlySet<string>): PostSeries | undefined {
  const [first] = posts;
  if (!first) return undefined;
  const count = Math.min(POINTS, posts.length);
  const shown = Array.from({ length: count }, (_, index) => posts[Math.floor((index * posts.length) / count)]).flatMap(
    (post) => post ?? [],
  );
  const authors = new Map<string, number>();
  for (const { author } of shown) if (!authors.has(author)) authors.set(author, authors.size);
  return {
    from: first.at,
    points: shown.map(({ at, author }) => [
      Math.round((at - first.at) / (MINUTE_MS / 10)) / 10,
      authors.get(author) ?? 0,
      accounts.has(author) ? 1 : 0,
    ]),
    of: posts.length,
  };
}
