import type { Platform, Post } from "../post.ts";

/** The indexes of the posts that begin a conversation; replies to the same post are one, however many. `posts` in the order of time. */
export function conversationStarts(posts: readonly Post[]): number[] {
  const conversations = new Map<Platform, Conversations>();
  for (const { platform, replyTo } of posts) {
    const own = conversations.get(platform) ?? { answered: new Set(), roots: new Map(), begun: new Set() };
    conversations.set(platform, own);
    if (replyTo !== undefined) own.answered.add(replyTo);
  }
  const starts: number[] = [];
  for (const [index, { platform, id, replyTo }] of posts.entries()) {
    const own = conversations.get(platform);
    // most posts answer nothing and are not answered
    if (own && (replyTo !== undefined || own.answered.has(id))) {
      const parent = replyTo ?? id;
      const root = own.roots.get(parent) ?? parent;
      own.roots.set(id, root);
      if (own.begun.has(root)) continue;
      own.begun.add(root);
    }
    starts.push(index);
  }
  return starts;
}

/** Of one platform, whose ids are its own. */
interface Conversations {
  /** Posts that somebody answered. */
  answered: Set<string>;
  /** By a post of a conversation: the one that began it. */
  roots: Map<string, string>;
  begun: Set<string>;
}
