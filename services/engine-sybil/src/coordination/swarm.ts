import { type Act, accountsWithin, windowsOf } from "./windows.ts";

/** Accounts that fell on one thing in the same minute. */
export interface Swarm {
  accounts: ReadonlySet<string>;
  /** The most within a minute, on one thing. */
  most: number;
}

const WINDOW_MS = 60_000;
/** Real crowds on one object: 99.9 % stay below 10 in a minute (sybil.md §5). */
const SWARM = 10;

/** At least ten accounts on one repost, answer, page or text within 60 s; undefined when there is none. */
export function findSwarm(objects: readonly (readonly Act[])[]): Swarm | undefined {
  const accounts = new Set<string>();
  let most = 0;
  for (const acts of objects) {
    if (acts.length < SWARM) continue;
    const windows = windowsOf(acts, WINDOW_MS);
    const counts = accountsWithin(acts, windows);
    let told = 0;
    for (const [index, { from, to }] of windows.entries()) {
      const count = counts[index] ?? 0;
      if (count < SWARM) continue;
      most = Math.max(most, count);
      for (const { account } of acts.slice(Math.max(from, told), to)) accounts.add(account);
      told = to;
    }
  }
  return most === 0 ? undefined : { accounts, most };
}
