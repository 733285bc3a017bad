import { authorRatio, rarefiedAuthorRatio, shareAtLeast } from "./coordination/authors.ts";
import { type Cluster, clustersOf, largestShared, type SharedText } from "./coordination/clusters.ts";
import { findCoAction } from "./coordination/co-action.ts";
import { objectsOf } from "./coordination/objects.ts";
import { findSwarm } from "./coordination/swarm.ts";
import { type CopiedTogether, copiedTogether } from "./coordination/synchrony.ts";
import { accountsWithin, windowsOf } from "./coordination/windows.ts";
import { moodOfSides, type Moods } from "./mood/mood-of-sides.ts";
import type { PostSeries } from "@token-sentiment/contract";
import type { Platform, Post } from "./post.ts";
import { postSeries } from "./post-series.ts";
import { type Sample, WINDOW_MS } from "./sample.ts";
import { type Promotion, promotionIn } from "./talk/scam-text.ts";
import { burstsOf } from "./timing/bursts.ts";
import { conversationStarts } from "./timing/conversations.ts";
import { crossPlatformBurst } from "./timing/cross-platform.ts";

/** Copies of one text, as a line tells them. */
interface Copies {
  posts: number;
  accounts: number;
  /** Of the densest crowding. */
  minutes: number;
  crowd: number;
  /** Undefined: their number alone is the finding. */
  chance: number | undefined;
  platforms: Platform[];
}

interface CrossBurst {
  minutes: number;
  platforms: [Platform, Platform];
  found: number;
  expected: number;
  authors: number;
  copiedShare: number;
}

/** Everything measured over a sample. Plain data. */
export interface Assessment {
  posts: number;
  found: number;
  originals: number;
  authors: number;
  authorRatio: number;
  rarefiedRatio: number;
  /** Posts in the largest cluster of copies within 60 minutes. */
  largestCluster: number;
  /** The strongest of the texts that were copied together. */
  copies: Copies | undefined;
  /** The text that most accounts share with one link, when at least five do: whether they act together is not judged. */
  shared: SharedText | undefined;
  /** The most accounts that fell on one thing within a minute, when at least ten did. */
  swarm: number | undefined;
  /** Accounts that did at least two of the same things within a minute of each other, and all that they wrote; `truncated`: a limit left some out. */
  coAction: { accounts: number; posts: number; truncated: boolean };
  coordinated: { accounts: number; posts: number; share: number; shareAtLeast: number };
  promotion: Promotion;
  /** 0..1: the share of posts that is no separate person's own word, U100 and the certain part of the coordinated taken together. */
  staged: number;
  /** Of posts on two platforms, a conversation counted once; the numbers are those of the larger. */
  burst: CrossBurst | undefined;
  mood: Moods;
  /** Authors whose account's age is known, and those younger than 30 days. */
  dated: { authors: number; young: number };
  /** 0..100. */
  chatter: number;
  /** For a picture; no rule reads it. */
  series: PostSeries | undefined;
}

const HOUR_MS = 60 * 60_000;
const YOUNG_MS = 30 * 24 * HOUR_MS;

/** Measures a sample: a pure function, the same for the same sample. */
export function assess({ posts, platforms, until, symbol, found }: Sample): Assessment {
  const originals = posts.filter(({ repostOf }) => repostOf === undefined);
  const clusters = clustersOf(posts, symbol);
  const together = copiedTogether(
    clusters,
    Float64Array.from(posts, ({ at }) => at),
    originals.length,
  );
  const voices = new Set(posts.map(({ author }) => author));
  const objects = objectsOf(posts, clusters);
  const swarm = findSwarm(objects);
  const coAction = findCoAction(objects, voices.size);
  const accounts = new Set([...together.flatMap((one) => [...one.accounts]), ...(swarm?.accounts ?? []), ...coAction.accounts]);
  const byCoordinated = posts.filter(({ author }) => accounts.has(author)).length;
  const copied = new Set(clusters.filter(isCopied).flatMap(({ acts }) => acts.map(({ post }) => post)));

  const starts = conversationStarts(posts);
  const bursts = platforms.flatMap(({ platform, since }) => {
    const own = posts.flatMap(({ at, author, platform: where }, index) =>
      where === platform && starts.has(index) ? [{ at, author, index }] : [],
    );
    const start = Math.max(since, until - WINDOW_MS);
    return burstsOf({ posts: own.filter(({ at }) => at >= start), since: start, until }).map((burst) => ({ platform, burst }));
  });
  const cross = crossPlatformBurst(bursts);
  const larger = cross?.bursts.reduce((most, burst) => (burst.found > most.found ? burst : most));
  const inBurst = cross?.bursts.flatMap((burst) => burst.posts) ?? [];
  const doubtful = inBurst.filter((post) => copied.has(post) || accounts.has(posts[post]?.author ?? "")).length;

  const surelyCoordinated = shareAtLeast(byCoordinated, posts.length);
  const byAuthor = countBy(originals.flatMap(({ author, anonymous }) => (anonymous ? [] : author)));
  const rarefiedRatio = rarefiedAuthorRatio(byAuthor);
  const free = [...voices].filter((author) => !accounts.has(author)).length;
  return {
    posts: posts.length,
    found,
    originals: originals.length,
    authors: voices.size,
    authorRatio: authorRatio(byAuthor),
    rarefiedRatio,
    promotion: promotionIn(originals),
    staged: 1 - rarefiedRatio * (1 - surelyCoordinated),
    largestCluster: clusters.reduce((most, cluster) => Math.max(most, largestInAnHour(cluster)), 0),
    copies: strongest(together, posts),
    shared: largestShared(clusters),
    swarm: swarm?.most,
    coAction: {
      accounts: coAction.accounts.size,
      posts: posts.filter(({ author }) => coAction.accounts.has(author)).length,
      truncated: coAction.truncated,
    },
    coordinated: {
      accounts: accounts.size,
      posts: byCoordinated,
      share: posts.length === 0 ? 0 : byCoordinated / posts.length,
      shareAtLeast: surelyCoordinated,
    },
    burst: cross &&
      larger && {
        minutes: cross.minutes,
        platforms: cross.platforms,
        found: larger.found,
        expected: larger.expected,
        authors: larger.authors,
        copiedShare: doubtful / inBurst.length,
      },
    mood: moodOfSides(posts, { accounts, clusters }),
    dated: datedOf(posts, until),
    chatter: Math.min(100, Math.round(20 * Math.log10(1 + free + (accounts.size > 0 ? 1 : 0)))),
    series: postSeries(posts, accounts),
  };
}

/** By three accounts or more: two may happen to find the same words. */
const isCopied = ({ acts, shared }: Cluster): boolean => !shared && new Set(acts.map(({ account }) => account)).size >= 3;

/** Posts in the densest hour of a cluster that two accounts wrote; links that many share are no copies. */
function largestInAnHour({ acts, shared }: Cluster): number {
  if (shared) return 0;
  const windows = windowsOf(acts, HOUR_MS);
  const accounts = accountsWithin(acts, windows);
  return windows.reduce((most, { from, to }, index) => ((accounts[index] ?? 0) >= 2 ? Math.max(most, to - from) : most), 0);
}

function strongest(together: readonly CopiedTogether[], posts: readonly Post[]): Copies | undefined {
  const [first] = together.toSorted((a, b) => b.accounts.size - a.accounts.size || b.cluster.acts.length - a.cluster.acts.length);
  if (!first) return undefined;
  const { cluster, densest, chance } = first;
  return {
    posts: cluster.acts.length,
    accounts: new Set(cluster.acts.map(({ account }) => account)).size,
    minutes: Math.max(1, Math.ceil(densest.spanMs / 60_000)),
    crowd: densest.accounts,
    chance,
    platforms: [...new Set(cluster.acts.flatMap(({ post }) => posts[post]?.platform ?? []))].toSorted(),
  };
}

function datedOf(posts: readonly Post[], until: number): Assessment["dated"] {
  const since = new Map(posts.flatMap(({ author, authorSince }) => (authorSince === undefined ? [] : [[author, authorSince] as const])));
  return { authors: since.size, young: [...since.values()].filter((at) => until - at < YOUNG_MS).length };
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
