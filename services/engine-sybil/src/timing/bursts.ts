import { falseDiscoveryLimit } from "../coordination/scan-statistic.ts";
import { countTail } from "./negative-binomial.ts";

/** Posts of one platform, in the order of time. */
export interface Stream {
  posts: readonly { at: number; author: string; index: number }[];
  /** The time they cover, epoch ms. */
  since: number;
  until: number;
}

/** More posts than usual, by several authors. */
export interface Burst {
  /** Epoch ms of its onset: the first post followed by half of its peak. */
  at: number;
  /** Posts from the onset on, and how many wrote them. */
  posts: number[];
  authors: number;
  /** What its busiest window would usually hold, and what it held. */
  expected: number;
  found: number;
}

const BIN_MS = 5 * 60_000;
const SPANS = [1, 2, 3, 6];
const MIN_POSTS = 5;
const MIN_AUTHORS = 3;
const MIN_BINS = 12;
const TIMES_EXPECTED = 3;
const FALSE_SHARE = 0.01;
/** Bins on both sides that tell what is usual, less those that a burst may touch. */
const NEIGHBOURS = 24;
const GUARD = 6;

interface Candidate {
  from: number;
  to: number;
  count: number;
  expected: number;
  p: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What is usual on a platform: counts of five minutes without the top 5 %. */
function usual(counts: readonly number[]): { most: number; mean: number; dispersion: number } {
  const most = counts.toSorted((a, b) => a - b)[Math.floor(counts.length * 0.95)] ?? 0;
  const ordinary = counts.filter((count) => count <= most);
  const mean = sum(ordinary) / ordinary.length;
  const variance = sum(ordinary.map((count) => (count - mean) ** 2)) / Math.max(1, ordinary.length - 1);
  return { most, mean, dispersion: mean > 0 ? Math.max(1, variance / mean) : 1 };
}

/** The bursts of one platform (sybil.md §9.3): windows of 5 to 30 minutes with far more posts than the hours around them. */
export function burstsOf({ posts, since, until }: Stream): Burst[] {
  const bins = Math.ceil((until - since) / BIN_MS);
  if (posts.length < MIN_POSTS || bins < MIN_BINS) return [];
  const counts = Array.from({ length: bins }, () => 0);
  for (const { at } of posts) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((at - since) / BIN_MS)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const { most, mean, dispersion } = usual(counts);
  // where most bins are empty the trimmed mean is 0: what the day held is at least usual
  const overall = sum(counts) / bins;
  const candidates = SPANS.flatMap((span) =>
    Array.from({ length: Math.max(0, bins - span + 1) }, (_, from): Candidate => {
      const to = from + span;
      const around = [
        ...counts.slice(Math.max(0, from - NEIGHBOURS), Math.max(0, from - GUARD)),
        ...counts.slice(to + GUARD, to + NEIGHBOURS),
      ];
      const local = around.length === 0 ? mean : sum(around.map((count) => Math.min(count, most))) / around.length;
      const expected = Math.max(0.5 * mean, local, overall) * span;
      const count = sum(counts.slice(from, to));
      return { from, to, count, expected, p: countTail(count, expected, dispersion) };
    }),
  );
  const limit = falseDiscoveryLimit(
    candidates.map(({ p }) => p),
    FALSE_SHARE,
  );
  const hot = candidates.filter(({ p, count, expected }) => p <= limit && count >= MIN_POSTS && count >= TIMES_EXPECTED * expected);
  return merged(hot).flatMap((parts) => burstOf(parts, { posts, since, until }));
}

/** Groups of overlapping or touching windows. */
function merged(hot: readonly Candidate[]): Candidate[][] {
  const groups: { to: number; parts: Candidate[] }[] = [];
  for (const candidate of hot.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = groups.at(-1);
    if (last && candidate.from <= last.to) {
      last.parts.push(candidate);
      last.to = Math.max(last.to, candidate.to);
    } else groups.push({ to: candidate.to, parts: [candidate] });
  }
  return groups.map(({ parts }) => parts);
}

function burstOf(parts: readonly Candidate[], { posts, since }: Stream): Burst[] {
  const start = since + Math.min(...parts.map(({ from }) => from)) * BIN_MS;
  const end = since + Math.max(...parts.map(({ to }) => to)) * BIN_MS;
  const within = posts.filter(({ at }) => at >= start && at < end);
  let to = 0;
  const following = within.map(({ at }, from) => {
    while (to < within.length && (within[to]?.at ?? 0) - at <= BIN_MS) to += 1;
    return to - from;
  });
  const peak = following.reduce((most, count) => Math.max(most, count), 0);
  const onset = following.findIndex((count) => count >= peak / 2);
  const own = within.slice(Math.max(0, onset));
  const [first] = own;
  const authors = new Set(own.map(({ author }) => author)).size;
  if (!first || authors < MIN_AUTHORS) return [];
  const clearest = parts.reduce((best, part) => (part.p < best.p ? part : best));
  return [{ at: first.at, posts: own.map(({ index }) => index), authors, expected: clearest.expected, found: clearest.count }];
}
