import type { Post } from "../post.ts";
import { createFold } from "../text/fold.ts";
import { createNearDuplicates } from "../text/near-duplicates.ts";
import type { ReadText } from "../text/read-texts.ts";
import type { Act } from "./windows.ts";

/** Copies of one text, by at least two accounts. */
export interface Cluster {
  /** In the order of time. */
  acts: Act[];
  /** Share-button text: nearly all of its posts lead to one page, so that many may share it by themselves. */
  shared: boolean;
}

/** A text with a link that several accounts share. Plain data. */
export interface SharedText {
  posts: number;
  accounts: number;
}

/** At this share of posts with one link, a text is that link's headline. */
const SAME_PAGE = 0.8;
/** Fewer who share a link are everyday talk. */
const SHARED_ACCOUNTS = 5;

export const actOf = (post: Post, index: number): Act => ({ account: post.author, at: post.at, post: index });

/** Posts in the order of time, their texts, and what the token is called; `seed` as near-duplicates take it. */
export interface Writings {
  posts: readonly Post[];
  texts: readonly ReadText[];
  symbol: string;
  seed?: string;
}

/** The copied texts among posts, reposts left out, the token's own tag not counted as text. */
export function clustersOf({ posts, texts, symbol, seed = "" }: Writings): Cluster[] {
  const fold = createFold(symbol);
  const duplicates = createNearDuplicates({ texts: posts.length, seed });
  const byCluster = new Map<number, Act[]>();
  for (const [index, post] of posts.entries()) {
    if (post.repostOf !== undefined) continue;
    const cluster = duplicates.add(fold(texts[index]?.plain ?? ""));
    if (cluster === undefined) continue;
    const acts = byCluster.get(cluster);
    if (acts) acts.push(actOf(post, index));
    else byCluster.set(cluster, [actOf(post, index)]);
  }
  return [...byCluster.values()]
    .filter((acts) => acts.some(({ account }) => account !== acts[0]?.account))
    .map((acts) => ({ acts, shared: isShared(acts, texts) }));
}

function isShared(acts: readonly Act[], texts: readonly ReadText[]): boolean {
  const uses = new Map<string, number>();
  for (const { post } of acts) for (const page of texts[post]?.pages ?? []) uses.set(page, (uses.get(page) ?? 0) + 1);
  return [...uses.values()].some((count) => count >= SAME_PAGE * acts.length);
}

/** The share-button text of most accounts; undefined when none is shared by at least five. */
export function largestShared(clusters: readonly Cluster[]): SharedText | undefined {
  return clusters
    .filter(({ shared }) => shared)
    .map(({ acts }) => ({ posts: acts.length, accounts: new Set(acts.map(({ account }) => account)).size }))
    .filter(({ accounts }) => accounts >= SHARED_ACCOUNTS)
    .toSorted((a, b) => b.accounts - a.accounts || b.posts - a.posts)[0];
}
