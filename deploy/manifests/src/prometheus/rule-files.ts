import type { Alert } from "./alert.ts";
import { alerts } from "./alerts.ts";
import { recordings } from "./objectives.ts";

const annotations = ({ name, summary }: Alert) => ({ summary, runbook: `docs/operations.md#${name.toLowerCase()}` });

/** Recordings and alerts, as Prometheus reads them. */
export const ruleFile = () => ({
  groups: [
    { name: "objectives", rules: recordings() },
    {
      name: "alerts",
      rules: alerts.map((alert) => ({
        alert: alert.name,
        expr: alert.expr,
        ...(alert.for === undefined ? {} : { for: alert.for }),
        labels: { severity: alert.severity },
        annotations: annotations(alert),
      })),
    },
  ],
});

/** Bytes that the stream of facts may take, as the provisioner was told: the exporter does not say it. */
export const limitFile = (bytes: number) => ({
  groups: [{ name: "limits", rules: [{ record: "tsa:analysis_limit_bytes", expr: `vector(${bytes})` }] }],
});

const inputs = (series: Record<string, string>) => Object.entries(series).map(([name, values]) => ({ series: name, values }));

/** promtool's tests: each alert fires in its bad case and stays silent in its tolerable one. */
export const ruleTestFile = () => ({
  rule_files: ["rules.yaml"],
  evaluation_interval: "1m",
  tests: alerts.flatMap((alert) => {
    const check = { eval_time: alert.fires.at, alertname: alert.name };
    const expected = { exp_labels: { severity: alert.severity, ...alert.fires.labels }, exp_annotations: annotations(alert) };
    return [
      {
        name: `${alert.name} fires`,
        interval: "1m",
        input_series: inputs(alert.fires.series),
        alert_rule_test: [{ ...check, exp_alerts: [expected] }],
      },
      {
        name: `${alert.name} stays silent`,
        interval: "1m",
        input_series: inputs(alert.silent),
        alert_rule_test: [{ ...check, exp_alerts: [] }],
      },
    ];
  }),
});
