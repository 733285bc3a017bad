import { type Bus, readHours, readPosts, readProgress, type Stored } from "@token-sentiment/bus";
import { CollectedPost, type PostTerm, TalkHour, TalkProgress } from "@token-sentiment/contract";
import type { z } from "zod";
import { UnavailableError } from "./errors.ts";

/** What the collector of a source (`bluesky`) has stored. All throw UnavailableError when the broker does not answer. */
export interface Collected {
  /** The posts of the last 36 h under any of the terms, each once, oldest first; at most the newest 5,000 of a term. */
  posts(source: string, terms: readonly PostTerm[]): Promise<CollectedPost[]>;
  /** How far the source has been read; undefined = nobody ever did. */
  progress(source: string): Promise<TalkProgress | undefined>;
  /** The counted hours of a term in the last 30 days, oldest first. */
  hours(source: string, term: PostTerm): Promise<TalkHour[]>;
  /** The hours that were heard from end to end, with the counts of all posts that name a coin. */
  wholeHours(source: string): Promise<TalkHour[]>;
}

/** What fits; what does not was written by nobody of ours, or by a later release. */
const fits = <S extends z.ZodType>(schema: S, stored: readonly Stored[]): z.infer<S>[] =>
  stored.flatMap(({ value }) => schema.safeParse(value).data ?? []);

/** Reads on a connection. */
export function openCollected(bus: Bus): Collected {
  const read = async <T>(source: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      throw new UnavailableError(`what was collected of ${source} could not be read`, { cause });
    }
  };
  return {
    posts: (source, terms) =>
      read(source, async () => {
        const found = (await Promise.all(terms.map((term) => readPosts(bus, { source, term })))).flat();
        const posts = fits(CollectedPost, found).map((post): [string, CollectedPost] => [post.id, post]);
        return [...new Map(posts).values()].toSorted((a, b) => a.at - b.at);
      }),
    progress: (source) => read(source, async () => TalkProgress.safeParse((await readProgress(bus, source))?.value).data),
    hours: (source, term) => read(source, async () => fits(TalkHour, await readHours(bus, { source, term }))),
    wholeHours: (source) => read(source, async () => fits(TalkHour, await readHours(bus, { source }))),
  };
}
