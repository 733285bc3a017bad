/** What a platform allows. */
export interface RateLimit {
  /** Takes one call. */
  take(): { allowed: boolean; limit: number; remaining: number; resetAt: number };
}

/** Counts calls in fixed windows of time; tells how many are left, or that there are none. */
export function createRateLimit({ calls, perMs }: { calls: number; perMs: number }, now: () => number): RateLimit {
  let [window, used] = [-1, 0];
  return {
    take() {
      const current = Math.floor(now() / perMs);
      if (current !== window) [window, used] = [current, 0];
      used += 1;
      return { allowed: used <= calls, limit: calls, remaining: Math.max(0, calls - used), resetAt: (current + 1) * perMs };
    },
  };
}
