import type { Alert } from "./alert.ts";

/** Of those who listen to strangers or call them. */
export const edgeAlerts: readonly Alert[] = [
  {
    name: "CollectorLags",
    expr: "max(tsa_collector_lag_seconds) > 300",
    for: "5m",
    severity: "ticket",
    summary: "What is stored of Bluesky is more than five minutes old.",
    fires: { at: "10m", series: { tsa_collector_lag_seconds: "301x20" } },
    silent: { tsa_collector_lag_seconds: "300x20" },
  },
  {
    name: "WebhooksUndelivered",
    // One receiver that is down is its owner's business; that most calls fail is ours.
    expr: '(sum(rate(tsa_notifier_attempts_total{outcome!~"delivered|gone"}[30m])) or vector(0)) / (sum(rate(tsa_notifier_attempts_total[30m])) > 0.01) > 0.8',
    for: "15m",
    severity: "ticket",
    summary: "More than four fifths of the calls of webhooks fail.",
    fires: {
      at: "50m",
      series: {
        'tsa_notifier_attempts_total{outcome="unresolved"}': "0+9x60",
        'tsa_notifier_attempts_total{outcome="delivered"}': "0+1x60",
      },
    },
    silent: {
      'tsa_notifier_attempts_total{outcome="unreachable"}': "0+7x60",
      'tsa_notifier_attempts_total{outcome="delivered"}': "0+3x60",
    },
  },
];
