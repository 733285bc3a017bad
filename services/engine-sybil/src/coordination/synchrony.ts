import type { Cluster } from "./clusters.ts";
import { falseDiscoveryLimit, scanProbability } from "./scan-statistic.ts";
import { type Act, firstActs, indexAt, type Window, windowsOf } from "./windows.ts";

/** A text that accounts copied together. */
export interface CopiedTogether {
  cluster: Cluster;
  accounts: ReadonlySet<string>;
  /** The densest ten minutes. */
  densest: { accounts: number; spanMs: number };
  /** How likely such a crowding is by chance; why it cannot be told; or undefined when it is not unlikely, and the number of accounts alone counts. */
  chance: number | "too few posts" | "all at once" | undefined;
}

const WINDOW_MS = 10 * 60_000;
const MIN_ACCOUNTS = 3;
/** Findings that may be false. */
const FALSE_SHARE = 0.01;
/** Enough by their number alone, whatever the chance: accounts, and their share of the originals. */
const MANY = { accounts: 5, share: 0.02 };
/** With fewer posts chance says nothing. */
const ENOUGH_POSTS = 30;
/** Where this share of all posts lies in those minutes, chance has no power to tell a crowding. */
const ALL_AT_ONCE = 0.5;

interface Candidate {
  cluster: Cluster;
  acts: Act[];
  windows: Window[];
  best: Window;
  /** Of all posts, those made in these minutes. */
  share: number;
  chance: number;
}

const sizeOf = ({ from, to }: Window): number => to - from;

/**
 * The texts that several accounts posted at once (sybil.md §9.4): the most first posts in ten minutes, against the share of all posts made
 * in those minutes, so that a busy hour is paid for. `times` are all posts', ascending.
 */
export function copiedTogether(clusters: readonly Cluster[], times: Float64Array, originals: number): CopiedTogether[] {
  const shareOf = (acts: readonly Act[], { from }: Window): number => {
    const start = acts[from]?.at ?? 0;
    return Math.max(1, indexAt(times, start + WINDOW_MS, true) - indexAt(times, start)) / times.length;
  };
  const candidates = clusters.flatMap((cluster): Candidate[] => {
    if (cluster.shared) return [];
    const acts = firstActs(cluster.acts);
    const windows = windowsOf(acts, WINDOW_MS);
    const best = windows.reduce((most, window) => (sizeOf(window) > sizeOf(most) ? window : most), { from: 0, to: 0 });
    if (sizeOf(best) < MIN_ACCOUNTS) return [];
    const share = shareOf(acts, best);
    return [{ cluster, acts, windows, best, share, chance: scanProbability(sizeOf(best), acts.length, share) }];
  });
  const limit =
    times.length < ENOUGH_POSTS
      ? -1
      : falseDiscoveryLimit(
          candidates.map(({ chance }) => chance),
          FALSE_SHARE,
        );
  const toldChance = ({ chance, share }: Candidate): CopiedTogether["chance"] =>
    chance <= limit ? chance : times.length < ENOUGH_POSTS ? "too few posts" : share >= ALL_AT_ONCE ? "all at once" : undefined;
  const isMany = (window: Window): boolean => sizeOf(window) >= MANY.accounts && sizeOf(window) >= MANY.share * originals;

  return candidates
    .filter(({ best, chance }) => chance <= limit || isMany(best))
    .map((candidate) => {
      const { cluster, acts, windows, best } = candidate;
      const crowded = windows.filter((window) => {
        const expected = acts.length * shareOf(acts, window);
        const size = sizeOf(window);
        return window === best || isMany(window) || size >= Math.max(MIN_ACCOUNTS, expected + 4 * Math.sqrt(expected));
      });
      const accounts = new Set<string>();
      let told = 0;
      for (const { from, to } of crowded) {
        for (let index = Math.max(from, told); index < to; index += 1) accounts.add(acts[index]?.account ?? "");
        told = Math.max(told, to);
      }
      const spanMs = (acts[best.to - 1]?.at ?? 0) - (acts[best.from]?.at ?? 0);
      return { cluster, accounts, densest: { accounts: sizeOf(best), spanMs }, chance: toldChance(candidate) };
    });
}
