import type { Cluster } from "../coordination/clusters.ts";
import type { Post } from "../post.ts";
import { skeleton } from "../text/skeleton.ts";
import { type GroupMood, groupMood } from "./group-mood.ts";
import { readMood, type Reading } from "./read-mood.ts";

/** What those feel who were seen acting together, and what the others do. */
export interface Moods {
  /** Coordinated authors count as one, and so do those who share one text and link. */
  crowd: GroupMood;
  coordinated: GroupMood;
}

/** Reads the originals among `posts`; `accounts` are the coordinated ones. A copy that evades readers is read as its best-read sister: the one with most words known. */
export function moodOfSides(
  posts: readonly Post[],
  { accounts, clusters }: { accounts: ReadonlySet<string>; clusters: readonly Cluster[] },
): Moods {
  const originals = posts.filter(({ repostOf }) => repostOf === undefined);
  const readings = new Map<Post, Reading>(originals.map((post) => [post, readMood(skeleton(post.text))]));
  const sharedVoice = new Map<Post, string>();
  for (const [index, { acts, shared }] of clusters.entries()) {
    const copies = acts.flatMap(({ post }) => posts[post] ?? []);
    const best = copies
      .flatMap((post) => readings.get(post) ?? [])
      .reduce((most, reading) => (reading.hits > most.hits ? reading : most), { mood: 0, hits: 0 });
    for (const post of copies) {
      readings.set(post, best);
      if (shared) sharedVoice.set(post, `shared ${index}`);
    }
  }
  const all = [...readings].map(([post, reading]) => ({ author: post.author, voice: sharedVoice.get(post) ?? post.author, reading }));
  const coordinated = all.filter(({ author }) => accounts.has(author));
  const others = all.filter(({ author }) => !accounts.has(author)).map(({ voice, reading }) => ({ author: voice, reading }));
  const asOne = coordinated.map(({ reading }) => ({ author: "coordinated", reading }));
  return { crowd: groupMood([...others, ...asOne]), coordinated: groupMood(coordinated) };
}
