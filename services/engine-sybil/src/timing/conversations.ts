import type { Platform, Post } from "../post.ts";

/** The indexes of the posts that begin a conversation; replies to the same post are one, however many. `posts` in the order of time. */
export function conversationStarts(posts: readonly Post[]): number[] {
  const conversations = new Map<Platform, Conversations>();
  for (const { platform, replyTo } of posts) {
    const own = conversations.get(platform) ?? { answered: new Set(), roots: new Map(), begun: new Set() };
    conversations.set(platform, own);
    if (replyTo !== undefined) own.answered.add(replyTo);
  }
  return posts.flatMap(({ platform, id, replyTo }, index) => {
    const own = conversations.get(platform);
    // most posts answer nothing and are not answered
    if (!own || (replyTo === undefined && !own.answered.has(id))) return index;
    const parent = replyTo ?? id;
    const root = own.roots.get(parent) ?? parent;
    own.roots.set(id, root);
    if (own.begun.has(root)) return [];
    own.begun.add(root);
    return index;
  });
}

/** Of one platform, whose ids are its own. */
interface Conversations {
  /** Posts that somebody answered. */
  answered: Set<string>;
  /** By a post of a conversation: the one that began it. */
  roots: Map<string, string>;
  begun: Set<string>;
}
