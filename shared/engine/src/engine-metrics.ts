import type { Outcome } from "@token-sentiment/contract";
import type { Metrics } from "@token-sentiment/runtime";

/** What came of looking into the cache. */
type CacheResult = "hit" | "follower" | "miss" | "error";

/** What every engine counts. */
export interface EngineMetrics {
  answered(outcome: Outcome, cached: boolean, elapsedMs: number): void;
  redelivered(): void;
  dropped(): void;
  bug(): void;
  cache(result: CacheResult): void;
}

/** The engine's metrics on a process's registry. */
export function createEngineMetrics(metrics: Metrics): EngineMetrics {
  const duration = metrics.histogram("tsa_engine_answer_duration_seconds", "From taking a request to its answer.", { labels: ["outcome"] });
  const answers = metrics.counter("tsa_engine_answers_total", "Answers given, by outcome.", { labels: ["outcome", "cached"] });
  const redeliveries = metrics.counter("tsa_engine_redeliveries_total", "Requests delivered again: an earlier attempt died.");
  const drops = metrics.counter("tsa_engine_dropped_total", "Requests that could not be read, left without an answer.");
  const bugs = metrics.counter("tsa_engine_bugs_total", "Attempts that ended with an error nobody foresaw.");
  const cache = metrics.counter("tsa_engine_cache_total", "Looks into the evidence cache, by result.", { labels: ["result"] });
  // A share is wrong while one of its series has not begun.
  for (const outcome of ["observed", "unavailable"]) answers.inc({ outcome, cached: "false" }, 0);
  return {
    answered(outcome, cached, elapsedMs) {
      duration.observe({ outcome }, elapsedMs / 1000);
      answers.inc({ outcome, cached: String(cached) });
    },
    redelivered: () => redeliveries.inc(),
    dropped: () => drops.inc(),
    bug: () => bugs.inc(),
    cache: (result) => cache.inc({ result }),
  };
}
