import { setTimeout as delay } from "node:timers/promises";
import { appendHour, appendPost, appendProgress, type Bus } from "@token-sentiment/bus";
import type { Log } from "@token-sentiment/runtime";
import type { CountedHour } from "./hour-tally.ts";
import type { NamedPost } from "./read-event.ts";

export const SOURCE = "bluesky";

/** Writes to the broker until it has them: nothing is passed over. */
export interface Store {
  /** Stores posts under all their terms; tells how many were new. */
  posts(posts: readonly NamedPost[]): Promise<number>;
  hour(hour: CountedHour): Promise<void>;
  progress(since_us: number, until_us: number): Promise<void>;
}

const AT_ONCE = 64;
const RETRY_MS = 500;

/** A store that tries again, whatever the broker says, until `signal` aborts; then it rejects. */
export function createStore({ bus, log, signal }: { bus: Bus; log: Log; signal: AbortSignal }): Store {
  const insist = async <T>(write: () => Promise<T>): Promise<T> => {
    for (let said = false; ; said = true) {
      signal.throwIfAborted();
      try {
        return await write();
      } catch (err) {
        if (!said) log.error({ err }, "the broker did not take what was collected; trying on");
        await delay(RETRY_MS, undefined, { signal });
      }
    }
  };
  const inGroups = async <T, R>(items: readonly T[], write: (item: T) => Promise<R>): Promise<R[]> => {
    const done: R[] = [];
    for (let i = 0; i < items.length; i += AT_ONCE)
      done.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map((item) => insist(() => write(item))))));
    return done;
  };
  return {
    async posts(posts) {
      const pairs = posts.flatMap(({ post, terms }) => terms.map((term) => ({ post, term })));
      const stored = await inGroups(pairs, ({ post, term }) => appendPost(bus, { source: SOURCE, term }, { id: post.id, value: post }));
      return stored.filter(Boolean).length;
    },
    async hour({ all, terms }) {
      await inGroups(terms, ({ term, count }) => appendHour(bus, { source: SOURCE, term }, count));
      // last: where it is, the hour is whole
      if (all) await insist(() => appendHour(bus, { source: SOURCE }, all));
    },
    progress: (since_us, until_us) => insist(() => appendProgress(bus, SOURCE, { since_us, until_us })),
  };
}
