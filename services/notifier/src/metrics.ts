import type { WebhookOutcome } from "@token-sentiment/contract";
import type { Metrics } from "@token-sentiment/runtime";

/** What a notifier counts. */
export interface NotifierMetrics {
  attempted(outcome: WebhookOutcome, seconds: number): void;
  /** No more attempts: `delivered`, `gone`, or `given_up` after the last one. */
  ended(end: "delivered" | "gone" | "given_up"): void;
  /** Put off because its receiver or its caller has as many calls as it may. */
  postponed(): void;
}

/** The notifier's metrics, in docs/metrics.md. */
export function createNotifierMetrics(metrics: Metrics): NotifierMetrics {
  const attempts = metrics.counter("tsa_notifier_attempts_total", "Calls of receivers, by what came of them.", { labels: ["outcome"] });
  const time = metrics.histogram("tsa_notifier_attempt_seconds", "What a call took, names and all.");
  const ends = metrics.counter("tsa_notifier_webhooks_ended_total", "Webhooks that are not tried any more, by end.", { labels: ["end"] });
  const postponed = metrics.counter("tsa_notifier_postponed_total", "Calls put off because others of the same receiver or caller ran.");
  return {
    attempted(outcome, seconds) {
      attempts.inc({ outcome });
      time.observe(seconds);
    },
    ended: (end) => ends.inc({ end }),
    postponed: () => postponed.inc(),
  };
}
