import type { Assessment } from "./assessment.ts";
import { accountFacts } from "./coordination/account-facts.ts";
import { authorRatio, rarefiedAuthorRatio, shareAtLeast } from "./coordination/authors.ts";
import { clustersOf, largestShared } from "./coordination/clusters.ts";
import { findCoAction } from "./coordination/co-action.ts";
import { isCopied, largestInAnHour, strongestCopies } from "./coordination/copies.ts";
import { luresOf } from "./coordination/lures.ts";
import { objectsOf } from "./coordination/objects.ts";
import { findSwarm } from "./coordination/swarm.ts";
import { copiedTogether } from "./coordination/synchrony.ts";
import { moodOfSides } from "./mood/mood-of-sides.ts";
import { unreadAmong } from "./mood/unread.ts";
import { postSeries } from "./post-series.ts";
import type { Post } from "./post.ts";
import type { Sample } from "./sample.ts";
import { promotionIn } from "./talk/scam-text.ts";
import { type ReadText, readTexts } from "./text/read-texts.ts";
import { findCrossBurst } from "./timing/cross-burst.ts";

/** How a sample is assessed. */
export interface AssessOptions {
  /** The posts' texts, when they were read before. */
  texts?: readonly ReadText[];
  /** Decides the hashes: who does not know it cannot make texts that collide. */
  seed?: string;
  /** Asked after the texts and while looking for co-action: true = no time is left for it. */
  isOver?: () => boolean;
  /** Told what has just been done. */
  done?: (stage: Stage) => void;
}

/** What takes the time, in order. */
export type Stage = "texts" | "copies" | "co_action" | "bursts" | "mood";

/** Measures a sample: a pure function, the same for the same sample and seed as long as there is time. */
export function assess(sample: Sample, options: AssessOptions = {}): Assessment {
  const { posts, platforms, until, symbol, contract, found } = sample;
  const { texts = readTexts(posts), seed = "", isOver = () => false, done = () => undefined } = options;
  const read = { posts, texts };
  done("texts");
  const originals = posts.filter(({ repostOf }) => repostOf === undefined);
  const clusters = clustersOf({ posts, texts, symbol, seed });
  const together = copiedTogether(
    clusters,
    Float64Array.from(posts, ({ at }) => at),
    originals.length,
  );
  done("copies");
  const byAuthor = countPosts(posts);
  const objects = isOver() ? [] : objectsOf(read, clusters);
  const swarm = findSwarm(objects);
  const coAction = findCoAction(objects, { accounts: byAuthor.size, isOver });
  const accounts = new Set([...together.flatMap((one) => [...one.accounts]), ...(swarm?.accounts ?? []), ...coAction.accounts]);
  const byCoordinated = postsBy(accounts, byAuthor);
  done("co_action");
  const cross = findCrossBurst(posts, platforms, until);
  const copied = new Set(cross && clusters.filter(isCopied).flatMap(({ acts }) => acts.map(({ post }) => post)));
  const doubtful = cross?.posts.filter((post) => copied.has(post) || accounts.has(posts[post]?.author ?? "")).length ?? 0;
  done("bursts");
  const mood = moodOfSides(read, { accounts, clusters });
  done("mood");

  const surelyCoordinated = shareAtLeast(byCoordinated, posts.length);
  const named = countPosts(originals.filter(({ anonymous }) => anonymous === undefined));
  const rarefiedRatio = rarefiedAuthorRatio(named);
  // the coordinated are one voice together
  const separate = byAuthor.size - accounts.size + (accounts.size > 0 ? 1 : 0);
  return {
    posts: posts.length,
    found,
    originals: originals.length,
    authors: byAuthor.size,
    authorRatio: authorRatio(named),
    rarefiedRatio,
    promotion: promotionIn(originals),
    staged: 1 - rarefiedRatio * (1 - surelyCoordinated),
    clusters: clusters.length,
    largestCluster: largestInAnHour(clusters),
    copies: strongestCopies(together, posts),
    lures: luresOf(
      together.flatMap(({ cluster }) => cluster.acts),
      { ...read, contract },
    ),
    shared: largestShared(clusters),
    swarm: swarm?.most,
    coAction: {
      accounts: coAction.accounts.size,
      posts: postsBy(coAction.accounts, byAuthor),
      truncated: coAction.truncated,
      unfinished: coAction.unfinished,
    },
    coordinated: {
      accounts: accounts.size,
      posts: byCoordinated,
      share: posts.length === 0 ? 0 : byCoordinated / posts.length,
      shareAtLeast: surelyCoordinated,
    },
    burst: cross && {
      minutes: cross.minutes,
      platforms: cross.platforms,
      found: cross.larger.found,
      expected: cross.larger.expected,
      authors: cross.larger.authors,
      copiedShare: doubtful / cross.posts.length,
    },
    mood,
    unread: unreadAmong(posts, texts),
    ...accountFacts(posts, { coordinated: accounts, until }),
    chatter: Math.min(100, Math.round(20 * Math.log10(1 + separate))),
    series: postSeries(posts, accounts),
  };
}

function countPosts(posts: readonly Post[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { author } of posts) counts.set(author, (counts.get(author) ?? 0) + 1);
  return counts;
}

const postsBy = (accounts: ReadonlySet<string>, counts: ReadonlyMap<string, number>): number =>
  [...accounts].reduce((sum, account) => sum + (counts.get(account) ?? 0), 0);
