import type { Post } from "../post.ts";
import type { ReadText } from "../text/read-texts.ts";
import { actOf, type Cluster } from "./clusters.ts";
import type { Act } from "./windows.ts";

/**
 * What posts act upon, each with the acts upon it in the order of time: a repost its origin, an answer what it answers, an original its pages, and
 * its text when others copied it and it leads nowhere (sybil.md §9.4), so that a shared link is not counted as two things. `posts` in the order of time.
 */
export function objectsOf({ posts, texts }: { posts: readonly Post[]; texts: readonly ReadText[] }, clusters: readonly Cluster[]): Act[][] {
  const objects = new Map<string, Act[]>();
  const linked = new Set<number>();
  const add = (key: string, act: Act): void => {
    const acts = objects.get(key);
    if (acts) acts.push(act);
    else objects.set(key, [act]);
  };
  for (const [index, post] of posts.entries()) {
    const { platform, repostOf, replyTo } = post;
    if (repostOf !== undefined) {
      add(`repost ${platform} ${repostOf}`, actOf(post, index));
      continue;
    }
    if (replyTo !== undefined) add(`reply ${platform} ${replyTo}`, actOf(post, index));
    const pages = texts[index]?.pages ?? [];
    if (pages.length > 0) linked.add(index);
    for (const page of pages) add(`page ${page}`, actOf(post, index));
  }
  const copied = clusters.filter(({ shared }) => !shared).map(({ acts }) => acts.filter(({ post }) => !linked.has(post)));
  return [...objects.values(), ...copied].filter((acts) => acts.length > 1);
}
