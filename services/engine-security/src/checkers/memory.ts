/** Remembers values until a time, the latest few hundred. Times are epoch ms. */
export interface Memory<T> {
  get(key: string, now: number): T | undefined;
  set(key: string, value: T, until: number): void;
}

const MOST = 256;

/** An empty memory of this process. */
export function createMemory<T>(): Memory<T> {
  const kept = new Map<string, { value: T; until: number }>();
  return {
    get(key, now) {
      const found = kept.get(key);
      return found && now < found.until ? found.value : undefined;
    },
    set(key, value, until) {
      kept.delete(key);
      kept.set(key, { value, until });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
  };
}
