/** Counts calls in fixed windows of time; tells how many are left, or that there are none. */
export function createRateLimit({ calls, perMs }: { calls: number; perMs: number }, now: () => number) {
  let [window, used] = [-1, 0];
  return {
    /** Takes one call. */
    take(): { allowed: boolean; limit: number; remaining: number; resetAt: number } {
      const current = Math.floor(now() / perMs);
      if (current !== window) [window, used] = [current, 0];
      used += 1;
      return { allowed: used <= calls, limit: calls, remaining: Math.max(0, calls - used), resetAt: (current + 1) * perMs };
    },
  };
}
