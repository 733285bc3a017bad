import type { PostTerm, TalkHour } from "@token-sentiment/contract";
import type { NamedPost } from "./read-event.ts";

/** The counts of one hour that is over. */
export interface CountedHour {
  /** Undefined when something had no room: a term that is missing was not silent. */
  all: TalkHour | undefined;
  terms: { term: PostTerm; count: TalkHour }[];
}

/** Counts posts by term and by the hour in which they were passed on. */
export interface HourTally {
  /** Counts a post, once however often it comes. */
  add(named: NamedPost): void;
  /** The hours that ended `GRACE_MS` before `at` and were heard from their beginning, oldest first; each once. Epoch ms. */
  close(at: number): CountedHour[];
  /** Forgets everything: what comes next is heard from `at` on, so that the hour of `at` is not whole unless it begins there. */
  restart(at: number): void;
  /** How often something was not counted because an hour had too many posts or terms. */
  readonly leftOut: number;
}

export const HOUR_MS = 3_600_000;
/** Hosts pass a post on a few seconds apart. */
export const GRACE_MS = 10_000;

interface Count {
  term: PostTerm;
  posts: number;
  authors: Set<string>;
}
interface Hour {
  seen: Set<string>;
  authors: Set<string>;
  terms: Map<string, Count>;
  isCut: boolean;
}

/** Ten times the posts of all Bluesky in an hour of 2026. */
const POSTS_MAX = 1_000_000;

export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** An empty tally, hearing from `from` on; an hour has room for `termsMax` terms. */
export function createHourTally(from: number, termsMax = 20_000): HourTally {
  const hours = new Map<number, Hour>();
  let next = Math.ceil(from / HOUR_MS) * HOUR_MS;
  let leftOut = 0;
  const leaveOut = (hour: Hour): void => {
    leftOut += 1;
    hour.isCut = true;
  };
  const open = (hour: number): Hour => {
    const known = hours.get(hour);
    if (known) return known;
    const made = { seen: new Set<string>(), authors: new Set<string>(), terms: new Map<string, Count>(), isCut: false };
    hours.set(hour, made);
    return made;
  };
  return {
    add({ post, terms }) {
      const at = hourOf(post.at);
      if (at < next) return;
      const hour = open(at);
      if (hour.seen.has(post.id)) return;
      if (hour.seen.size >= POSTS_MAX) {
        leaveOut(hour);
        return;
      }
      hour.seen.add(post.id);
      hour.authors.add(post.author);
      for (const term of terms) {
        const key = `${term.kind} ${term.term}`;
        const count = hour.terms.get(key) ?? (hour.terms.size < termsMax ? { term, posts: 0, authors: new Set<string>() } : undefined);
        if (!count) {
          leaveOut(hour);
          continue;
        }
        hour.terms.set(key, count);
        count.posts += 1;
        count.authors.add(post.author);
      }
    },
    close(at) {
      const closed: CountedHour[] = [];
      for (; next + HOUR_MS + GRACE_MS <= at; next += HOUR_MS) {
        const { seen, authors, terms, isCut } = open(next);
        hours.delete(next);
        closed.push({
          all: isCut ? undefined : { hour: next, posts: seen.size, authors: authors.size },
          terms: [...terms.values()].map(({ term, posts, authors: by }) => ({ term, count: { hour: next, posts, authors: by.size } })),
        });
      }
      return closed;
    },
    restart(at) {
      hours.clear();
      next = Math.ceil(at / HOUR_MS) * HOUR_MS;
    },
    get leftOut() {
      return leftOut;
    },
  };
}
