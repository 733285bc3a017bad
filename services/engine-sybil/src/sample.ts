import type { Platform, Post } from "./post.ts";

/** What one platform was read for. Plain data. */
export interface Coverage {
  platform: Platform;
  /** From when on its posts are complete, epoch ms. */
  since: number;
}

/** The posts to judge. Plain data. */
export interface Sample {
  /** In the order of time; each once. */
  posts: Post[];
  platforms: Coverage[];
  /** Epoch ms: when the newest could have been made. */
  until: number;
  symbol: string;
  /** As it was asked about. */
  contract?: string;
  /** How many posts there were before the limits. */
  found: number;
}

export const WINDOW_MS = 24 * 60 * 60_000;
const FUTURE_MS = 5 * 60_000;
const POSTS_MAX = 20_000;
/** Of these many newest none is left out. */
const NEWEST = 5_000;

const byTime = (a: Post, b: Post): number => a.at - b.at || compare(a.platform, b.platform) || compare(a.id, b.id);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The last 24 h of posts within the limits of sybil.md §9: each once, in order, at most 20,000, of the older ones every so-manieth. */
export function sampleOf(posts: readonly Post[], about: Omit<Sample, "posts" | "found">): Sample {
  const since = about.until - WINDOW_MS;
  const unique = new Map<string, Post>();
  for (const post of posts) if (post.at >= since && post.at <= about.until + FUTURE_MS) unique.set(`${post.platform} ${post.id}`, post);
  const all = [...unique.values()].toSorted(byTime);
  return { ...about, posts: thinned(all), found: all.length };
}

/** Every n-th of the older posts: in the order of time that keeps each hour's share, and within an hour each platform's. */
function thinned(posts: Post[]): Post[] {
  if (posts.length <= POSTS_MAX) return posts;
  const older = posts.slice(0, -NEWEST);
  const room = POSTS_MAX - NEWEST;
  const kept = Array.from({ length: room }, (_, index) => older[Math.floor((index * older.length) / room)]);
  return [...kept.flatMap((post) => post ?? []), ...posts.slice(-NEWEST)];
}
