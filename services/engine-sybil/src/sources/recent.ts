/** Answers that are the same for every token: asked once in a while, not once an analysis. */
export interface Recent<T> {
  /** What was loaded under `key` within the time that it is kept, else what `load` brings; a failure is not kept. */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

const KEPT_MAX = 50;

/** Keeps the newest 50 answers for `keptMs`. `now` in ms, any origin. */
export function createRecent<T>(keptMs: number, now: () => number = Date.now): Recent<T> {
  const kept = new Map<string, { at: number; value: T }>();
  return {
    async get(key, load) {
      const known = kept.get(key);
      if (known && now() - known.at < keptMs) return known.value;
      const value = await load();
      kept.delete(key);
      if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
      kept.set(key, { at: now(), value });
      return value;
    },
  };
}
