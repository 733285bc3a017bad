import type { Post } from "../post.ts";
import { scanProbability } from "./scan-statistic.ts";
import { indexAt } from "./windows.ts";

/** Accounts made on one day. */
interface Cohort {
  accounts: number;
  /** How likely so many are by chance. */
  chance: number;
}

/** What is known of the accounts themselves: weak support, never a verdict on one of them. Plain data. */
export interface AccountFacts {
  /** Accounts whose age is known, those younger than 30 days, and the most made within 24 h where so many are no chance. */
  dated: { authors: number; young: number; cohort: Cohort | undefined };
  /** Median followers of coordinated accounts and of others; undefined when too few are known. */
  followers: { coordinated: number; others: number } | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
const YOUNG_MS = 30 * DAY_MS;
const COHORT = { accounts: 5, chance: 0.01 };
/** Accounts come in tides: what is usual on a day is taken of the days around it, so many on either side. */
const AROUND_DAYS = 30;
const KNOWN = { coordinated: 5, others: 20 };

/** Reads them of the posts' authors, each account once; `coordinated` are those seen acting together. */
export function accountFacts(
  posts: readonly Post[],
  { coordinated, until }: { coordinated: ReadonlySet<string>; until: number },
): AccountFacts {
  const since = new Map<string, number>();
  const followers = new Map<string, number>();
  for (const { author, authorSince, followers: own } of posts) {
    if (authorSince !== undefined) since.set(author, authorSince);
    if (own !== undefined) followers.set(author, own);
  }
  const made = Float64Array.from(since.values()).toSorted();
  const known = [...followers];
  const [together, others] = [true, false].map((isOne) =>
    known.filter(([author]) => coordinated.has(author) === isOne).map(([, count]) => count),
  );
  const enough = (together?.length ?? 0) >= KNOWN.coordinated && (others?.length ?? 0) >= KNOWN.others;
  return {
    dated: { authors: made.length, young: made.filter((at) => until - at < YOUNG_MS).length, cohort: cohortOf(made) },
    followers: enough ? { coordinated: median(together ?? []), others: median(others ?? []) } : undefined,
  };
}

/** The most accounts made within 24 h, against the days around them (scan statistic); `made` ascending. */
function cohortOf(made: Float64Array): Cohort | undefined {
  let best = { from: 0, accounts: 0 };
  for (const [from, at] of made.entries()) {
    // where only days are known, the next day is 24 h away
    const accounts = indexAt(made, at + DAY_MS) - from;
    if (accounts > best.accounts) best = { from, accounts };
  }
  if (best.accounts < COHORT.accounts) return undefined;
  const [first, last] = [made[0] ?? 0, made.at(-1) ?? 0];
  const at = made[best.from] ?? 0;
  const around = indexAt(made, at + (AROUND_DAYS + 1) * DAY_MS) - indexAt(made, at - AROUND_DAYS * DAY_MS);
  const usual = around / made.length / (2 * AROUND_DAYS + 1);
  const chance = scanProbability(best.accounts, made.length, Math.min(1, Math.max(usual, DAY_MS / Math.max(DAY_MS, last - first))));
  return chance <= COHORT.chance ? { accounts: best.accounts, chance } : undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
