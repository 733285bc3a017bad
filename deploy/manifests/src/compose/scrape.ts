import { BROKER_NAMESPACE, NAMESPACE } from "../kubernetes/names.ts";
import { composeTargets } from "./compose-file.ts";

const common = (limits: string) => ({ global: { scrape_interval: "15s", evaluation_interval: "15s" }, rule_files: ["rules.yaml", limits] });
const EXPORTER_PORT = 7777;

/** Prometheus beside docker compose: a name that nobody has yet is no target. The label `job` is the service's name everywhere. */
export function composeScrape() {
  const jobs = Map.groupBy(composeTargets(), ({ job }) => job);
  return {
    ...common("limits-local.yaml"),
    scrape_configs: [
      ...[...jobs].map(([job, targets]) => ({
        job_name: job,
        dns_sd_configs: targets.map(({ host, port }) => ({ names: [host], type: "A", port, refresh_interval: "15s" })),
      })),
      { job_name: "broker", static_configs: [{ targets: [`nats-exporter:${EXPORTER_PORT}`] }] },
    ],
  };
}

const role = (namespace: string) => [{ role: "pod", namespaces: { names: [namespace] } }];
const keepPort = (port: string) => ({ source_labels: ["__meta_kubernetes_pod_container_port_name"], action: "keep", regex: port });
const instance = { source_labels: ["__meta_kubernetes_pod_name"], target_label: "instance" };

/** Prometheus in the cluster: every pod's probe port, and the exporter of the NATS chart. */
export const kubernetesScrape = () => ({
  ...common("limits-production.yaml"),
  scrape_configs: [
    {
      job_name: "token-sentiment",
      kubernetes_sd_configs: role(NAMESPACE),
      relabel_configs: [
        keepPort("probe"),
        { source_labels: ["__meta_kubernetes_pod_label_app_kubernetes_io_name"], target_label: "job" },
        instance,
      ],
    },
    { job_name: "broker", kubernetes_sd_configs: role(BROKER_NAMESPACE), relabel_configs: [keepPort("prom-metrics"), instance] },
  ],
});
