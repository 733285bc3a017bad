import type { Metrics } from "@token-sentiment/runtime";
import type { Ending } from "./listen.ts";
import type { StreamEvent } from "./read-event.ts";

/** What a collector counts. */
export interface CollectorMetrics {
  event(outcome: StreamEvent["outcome"]): void;
  stored(batch: { posts: number; copies: number; hours: number }): void;
  gap(seconds: number): void;
  ended(ending: Ending): void;
  /** Read at every scrape. */
  watch(live: { lagSeconds: () => number; leftOut: () => number }): void;
}

/** The collector's metrics, in docs/metrics.md. */
export function createCollectorMetrics(metrics: Metrics): CollectorMetrics {
  const events = metrics.counter(
    "tsa_collector_events_total",
    "Messages of Jetstream, by what came of them: named (a coin), irrelevant, imported (claims to be older than 36 h), malformed.",
    { labels: ["outcome"] },
  );
  const posts = metrics.counter("tsa_collector_posts_total", "Posts under a term: stored, or there already.", { labels: ["result"] });
  const hours = metrics.counter("tsa_collector_hours_total", "Whole hours counted.");
  const gaps = metrics.counter("tsa_collector_gaps_total", "Times that Jetstream no longer had what was missed.");
  const lost = metrics.counter("tsa_collector_gap_seconds_total", "Time that was never heard.");
  const ends = metrics.counter(
    "tsa_collector_connections_ended_total",
    "Connections to Jetstream that ended: closed, failed, silent, crowded (the broker was too slow), stopped.",
    { labels: ["ending"] },
  );
  return {
    event: (outcome) => events.inc({ outcome }),
    stored(batch) {
      posts.inc({ result: "stored" }, batch.posts);
      posts.inc({ result: "copy" }, batch.copies);
      hours.inc(batch.hours);
    },
    gap(seconds) {
      gaps.inc();
      lost.inc(seconds);
    },
    ended: (ending) => ends.inc({ ending }),
    watch({ lagSeconds, leftOut }) {
      metrics.gauge("tsa_collector_lag_seconds", "How far what is stored lies behind now; over 300 is an alert.", {
        collect() {
          this.set(lagSeconds());
        },
      });
      metrics.gauge(
        "tsa_collector_left_out",
        "What was not counted because an hour had too many posts or terms; such an hour is not called whole.",
        {
          collect() {
            this.set(leftOut());
          },
        },
      );
    },
  };
}
