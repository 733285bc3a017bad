import { inTime } from "./in-time.ts";

/** Answers that serve more than one analysis: asked once in a while, and once for all who want them at the same moment. */
export interface Recent<T> {
  /**
   * What was loaded under `key` within the time that it is kept, else what `load` brings, to everybody who asked meanwhile; a failure is not kept.
   * Who no longer waits stops nothing for the others: a load has a time of its own, 10 s.
   * @throws UnavailableError when `signal` aborts first, else what `load` throws.
   */
  get(key: string, asking: { signal: AbortSignal; load: (signal: AbortSignal) => Promise<T> }): Promise<T>;
}

export interface RecentOptions {
  /** Whose answers, for the reason that people read. */
  source: string;
  /** How long an answer is given again, ms. */
  keptMs: number;
  /** How many are kept, the newest; 50 when omitted. */
  max?: number;
  /** In ms, any origin; the process's clock when omitted. */
  now?: () => number;
}

const LOAD_MS = 10_000;

export function createRecent<T>({ source, keptMs, max = 50, now = Date.now }: RecentOptions): Recent<T> {
  const kept = new Map<string, { at: number; value: T }>();
  const loading = new Map<string, Promise<T>>();
  const keep = (key: string, value: T): T => {
    kept.delete(key);
    if (kept.size >= max) kept.delete(kept.keys().next().value ?? "");
    kept.set(key, { at: now(), value });
    return value;
  };
  return {
    async get(key, { signal, load }) {
      const known = kept.get(key);
      if (known && now() - known.at < keptMs) return known.value;
      const running =
        loading.get(key) ??
        load(AbortSignal.timeout(LOAD_MS))
          .then((value) => keep(key, value))
          .finally(() => loading.delete(key));
      loading.set(key, running);
      return inTime(running, { source, signal });
    },
  };
}
