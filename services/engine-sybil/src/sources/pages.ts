import { UnavailableError } from "@token-sentiment/engine";
import type { Post } from "../post.ts";
import type { Harvest } from "./source.ts";

/** One page of a source, newest first. */
export interface Page<C> {
  posts: Post[];
  /** Where older posts are; undefined = there are none. */
  next: C | undefined;
}

/**
 * Reads pages from the newest back to `since`, at most `maxPages`. A page that fails ends the reading: what was read before it counts.
 * @throws UnavailableError when the first page fails.
 */
export async function readPages<C>(
  page: (cursor: C | undefined) => Promise<Page<C>>,
  { since, maxPages }: { since: number; maxPages: number },
): Promise<Harvest> {
  const posts: Post[] = [];
  const oldest = () => posts.reduce((least, { at }) => (at < since ? least : Math.min(least, at)), Infinity);
  let cursor: C | undefined;
  for (let read = 0; read < maxPages; read += 1) {
    let found: Page<C>;
    try {
      found = await page(cursor);
    } catch (error) {
      if (read === 0 || !(error instanceof UnavailableError)) throw error;
      return { posts, since: Math.max(since, oldest()), failure: error.message };
    }
    posts.push(...found.posts);
    // Most of a page, not one post of it: some senders set the time of their posts themselves.
    const past = found.posts.filter(({ at }) => at < since).length > found.posts.length / 2;
    if (found.next === undefined || past) return { posts, since };
    cursor = found.next;
  }
  return { posts, since: Math.max(since, oldest()) };
}
