import type { TalkHour } from "@token-sentiment/contract";

/** How much a token is talked about, against its own past. */
export interface Usual {
  /** What its posts were counted by: a symbol is anybody's, and other tokens of that name are counted with it. */
  by: "contract" | "symbol";
  /** Of the last 24 counted hours. */
  posts: number;
  /** Authors of each hour, summed: who writes in two hours counts twice, now as in the past. */
  authors: number;
  /** Of a usual day: the median of the days before. */
  usualPosts: number;
  usualAuthors: number;
  /** Days that it is the median of. */
  days: number;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** A day of which less was heard is not compared. */
const HEARD_HOURS = 20;
/** sybil.md §9.6. */
export const DAYS_NEEDED = 7;
/** The hour that runs is not counted yet, and a restart counts it again. */
const STALE_MS = 4 * HOUR_MS;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** The hours of a term, and those that were heard from end to end. */
export interface Counted {
  by: Usual["by"];
  hours: readonly TalkHour[];
  whole: readonly TalkHour[];
}

/**
 * Compares the last 24 counted hours of a term with the same 24 hours of each day before, as far as `whole` says that they were heard; what was
 * heard in part is scaled up. Tells the days there are while they are fewer than seven, or the last hours are missing.
 */
export function usualOf(counted: Counted, until: number): Usual | { days: number } {
  const heard = new Set(counted.whole.map(({ hour }) => hour));
  const byHour = new Map(counted.hours.map((one) => [one.hour, one]));
  const last = Math.max(0, ...heard);
  const dayBefore = (days: number) => {
    const hours = Array.from({ length: DAY_HOURS }, (_, index) => last - (days * DAY_HOURS + index) * HOUR_MS).filter((hour) =>
      heard.has(hour),
    );
    if (hours.length < HEARD_HOURS) return [];
    const scale = DAY_HOURS / hours.length;
    const sum = (what: "posts" | "authors") => scale * hours.reduce((total, hour) => total + (byHour.get(hour)?.[what] ?? 0), 0);
    return [{ posts: Math.round(sum("posts")), authors: Math.round(sum("authors")) }];
  };
  const [today] = dayBefore(0);
  const past = Array.from({ length: 29 }, (_, index) => dayBefore(index + 1)).flat();
  if (!today || past.length < DAYS_NEEDED || until - last > STALE_MS) return { days: past.length };
  return {
    by: counted.by,
    ...today,
    usualPosts: median(past.map(({ posts }) => posts)),
    usualAuthors: median(past.map(({ authors }) => authors)),
    days: past.length,
  };
}

/** So many authors more or less are chance. */
const CHANCE = 5;

/** sybil.md §9.6, 0..100: 50 is as usual, 67 twice that, 100 eight times; five authors are added on both sides, so that a few after silence are no event. */
export const chatterAgainst = ({ authors, usualAuthors }: Usual): number =>
  Math.min(100, Math.max(0, Math.round(50 + 16.6 * Math.log2((authors + CHANCE) / (usualAuthors + CHANCE)))));
