import type { Post } from "../post.ts";

/** The indexes of the posts that begin a conversation; replies to the same post are one, however many. `posts` in the order of time. */
export function conversationStarts(posts: readonly Post[]): Set<number> {
  const rootOf = new Map<string, string>();
  const begun = new Set<string>();
  const starts = new Set<number>();
  for (const [index, { platform, id, replyTo }] of posts.entries()) {
    const own = `${platform} ${id}`;
    const parent = replyTo === undefined ? own : `${platform} ${replyTo}`;
    const root = rootOf.get(parent) ?? parent;
    rootOf.set(own, root);
    if (begun.has(root)) continue;
    begun.add(root);
    starts.add(index);
  }
  return starts;
}
