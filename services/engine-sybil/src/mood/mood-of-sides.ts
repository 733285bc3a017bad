import type { Cluster } from "../coordination/clusters.ts";
import type { Post } from "../post.ts";
import type { ReadText } from "../text/read-texts.ts";
import { type GroupMood, groupMood } from "./group-mood.ts";
import { readMood, type Reading } from "./read-mood.ts";

/** What those feel who were seen acting together, and what the others do. */
export interface Moods {
  /** Coordinated authors count as one, and so do those who share one text and link. */
  crowd: GroupMood;
  coordinated: GroupMood;
}

/** What is told apart: the coordinated accounts, and the copied texts. */
export interface Sides {
  accounts: ReadonlySet<string>;
  clusters: readonly Cluster[];
}

/**
 * Reads the originals among posts. A copy by a coordinated account that evades readers is read as its best-read sister of theirs, the one with most
 * words known; of others each speaks for himself, or who copies a crowd's posts would choose its mood.
 */
export function moodOfSides(
  { posts, texts }: { posts: readonly Post[]; texts: readonly ReadText[] },
  { accounts, clusters }: Sides,
): Moods {
  const readings = posts.map(({ repostOf }, index): Reading | undefined =>
    repostOf === undefined ? readMood(texts[index]?.plain ?? "") : undefined,
  );
  const voices = posts.map(({ author }) => author);
  for (const [index, { acts, shared }] of clusters.entries()) {
    let best: Reading = { mood: 0, hits: 0 };
    const together = acts.filter(({ account }) => accounts.has(account));
    for (const { post } of together) if ((readings[post]?.hits ?? 0) > best.hits) best = readings[post] ?? best;
    for (const { post } of together) readings[post] = best;
    if (shared) for (const { post } of acts) voices[post] = `shared ${index}`;
  }
  const [crowd, coordinated] = [groupMood(), groupMood()];
  for (const [index, reading] of readings.entries()) {
    if (reading === undefined) continue;
    const author = posts[index]?.author ?? "";
    const isOne = accounts.has(author);
    crowd.add(isOne ? "coordinated" : (voices[index] ?? ""), reading);
    if (isOne) coordinated.add(author, reading);
  }
  return { crowd: crowd.mood(), coordinated: coordinated.mood() };
}
