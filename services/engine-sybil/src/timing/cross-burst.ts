import type { Platform, Post } from "../post.ts";
import { type Coverage, WINDOW_MS } from "../sample.ts";
import { type Burst, burstsOf } from "./bursts.ts";
import { conversationStarts } from "./conversations.ts";
import { crossPlatformBurst } from "./cross-platform.ts";

/** Bursts on two platforms that began together. */
export interface FoundBurst {
  minutes: number;
  platforms: [Platform, Platform];
  larger: Burst;
  /** Indexes of the posts of both. */
  posts: number[];
}

/** The bursts on two platforms that began closest together; a conversation counts once. `posts` in the order of time. */
export function findCrossBurst(posts: readonly Post[], platforms: readonly Coverage[], until: number): FoundBurst | undefined {
  const own = new Map(platforms.map(({ platform }) => [platform, [] as { at: number; author: string; index: number }[]]));
  for (const index of conversationStarts(posts)) {
    const post = posts[index];
    if (post) own.get(post.platform)?.push({ at: post.at, author: post.author, index });
  }
  const bursts = platforms.flatMap(({ platform, since }) => {
    const start = Math.max(since, until - WINDOW_MS);
    const heard = (own.get(platform) ?? []).filter(({ at }) => at >= start);
    return burstsOf({ posts: heard, since: start, until }).map((burst) => ({ platform, burst }));
  });
  const cross = crossPlatformBurst(bursts);
  return (
    cross && {
      minutes: cross.minutes,
      platforms: cross.platforms,
      larger: cross.bursts.reduce((most, burst) => (burst.found > most.found ? burst : most)),
      posts: cross.bursts.flatMap((burst) => burst.posts),
    }
  );
}
