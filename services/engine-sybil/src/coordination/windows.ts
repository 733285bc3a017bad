/** One act of an account, in the order of time. */
export interface Act {
  account: string;
  /** Epoch ms. */
  at: number;
  /** Index of its post. */
  post: number;
}

/** The acts between two indexes, `to` not included. */
export interface Window {
  from: number;
  to: number;
}

/** Every window that starts with an act and lasts `lengthMs`, ends included; `acts` in the order of time. */
export function windowsOf(acts: readonly Act[], lengthMs: number): Window[] {
  let to = 0;
  return acts.map((first, from) => {
    while (to < acts.length && (acts[to]?.at ?? 0) - first.at <= lengthMs) to += 1;
    return { from, to };
  });
}

/** The first act of each account. */
export function firstActs(acts: readonly Act[]): Act[] {
  const seen = new Set<string>();
  return acts.filter(({ account }) => !seen.has(account) && seen.add(account));
}

/** How many accounts act within each of the windows of `acts`, in time linear in the acts. */
export function accountsWithin(acts: readonly Act[], windows: readonly Window[]): number[] {
  const counts = new Map<string, number>();
  let to = 0;
  return windows.map((window) => {
    for (; to < window.to; to += 1) {
      const account = acts[to]?.account ?? "";
      counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    const distinct = counts.size;
    const leaving = acts[window.from]?.account ?? "";
    const left = (counts.get(leaving) ?? 0) - 1;
    if (left > 0) counts.set(leaving, left);
    else counts.delete(leaving);
    return distinct;
  });
}

/** The first index whose time is at least (`strict`: more than) `at`. */
export function indexAt(times: Float64Array, at: number, strict = false): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const time = times[middle] ?? 0;
    if (time < at || (strict && time === at)) low = middle + 1;
    else high = middle;
  }
  return low;
}
