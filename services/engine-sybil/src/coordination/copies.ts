import type { Platform, Post } from "../post.ts";
import type { Cluster } from "./clusters.ts";
import type { CopiedTogether } from "./synchrony.ts";
import { accountsWithin, windowsOf } from "./windows.ts";

/** Copies of one text, as a line tells them. Plain data. */
export interface Copies {
  posts: number;
  accounts: number;
  /** Of the densest crowding. */
  minutes: number;
  crowd: number;
  /** How likely by chance; where it cannot be told the number of accounts alone is the finding. */
  chance: number | "too few posts" | "all at once" | undefined;
  platforms: Platform[];
}

const HOUR_MS = 60 * 60_000;

/** By three accounts or more: two may happen to find the same words. */
export const isCopied = ({ acts, shared }: Cluster): boolean => !shared && new Set(acts.map(({ account }) => account)).size >= 3;

/** Posts in the densest hour of the largest cluster that two accounts wrote; links that many share are no copies. */
export const largestInAnHour = (clusters: readonly Cluster[]): number =>
  clusters.reduce((most, cluster) => Math.max(most, inAnHour(cluster)), 0);

function inAnHour({ acts, shared }: Cluster): number {
  if (shared) return 0;
  const windows = windowsOf(acts, HOUR_MS);
  const accounts = accountsWithin(acts, windows);
  return windows.reduce((most, { from, to }, index) => ((accounts[index] ?? 0) >= 2 ? Math.max(most, to - from) : most), 0);
}

/** The strongest of the texts that were copied together: the one that most accounts copied. */
export function strongestCopies(together: readonly CopiedTogether[], posts: readonly Post[]): Copies | undefined {
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
