import type { IScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import type { IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import type { IPodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import type { IService } from "kubernetes-models/v1/Service";
import { PROBE_PORT, type Workload } from "../workloads.ts";
import { BROKER_MONITOR, labelsOf } from "./names.ts";
import { networkPolicyOf } from "./network-policy.ts";
import { podOf } from "./pod.ts";

const MAX_REPLICAS = 8;
/** As many gateways as there may be: they share the capacity. */
export const MAX_GATEWAYS = 4;

const deployment = (workload: Workload): IDeployment => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: workload.name, labels: labelsOf(workload.name) },
  spec: {
    // Whoever scales it sets how many; one that nobody scales is one, and two of it never run at once.
    ...(workload.scaling.by === "nothing" ? { replicas: 1 } : {}),
    strategy:
      workload.scaling.by === "nothing"
        ? { type: "Recreate" }
        : { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    revisionHistoryLimit: 3,
    selector: { matchLabels: labelsOf(workload.name) },
    template: podOf(workload),
  },
});

const service = ({ name, port }: Workload): IService => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name,
    labels: labelsOf(name),
    annotations: { "prometheus.io/scrape": "true", "prometheus.io/port": String(PROBE_PORT), "prometheus.io/path": "/metrics" },
  },
  spec: {
    selector: labelsOf(name),
    ports: [
      ...(port === undefined ? [] : [{ name: "http", port, targetPort: "http" }]),
      { name: "probe", port: PROBE_PORT, targetPort: "probe" },
    ],
  },
});

const disruptionBudget = ({ name }: Workload): IPodDisruptionBudget => ({
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name, labels: labelsOf(name) },
  spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
});

const target = (name: string) => ({ apiVersion: "apps/v1", kind: "Deployment", name });

function scaler({ name, scaling }: Workload): (IScaledObject | IHorizontalPodAutoscaler)[] {
  const metadata = { name, labels: labelsOf(name) };
  switch (scaling.by) {
    case "nothing":
      return [];
    case "cpu":
      return [
        {
          apiVersion: "autoscaling/v2",
          kind: "HorizontalPodAutoscaler",
          metadata,
          spec: {
            scaleTargetRef: target(name),
            minReplicas: 1,
            maxReplicas: name === "gateway" ? MAX_GATEWAYS : MAX_REPLICAS,
            metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } }],
          },
        },
      ];
    case "lag":
      return [
        {
          apiVersion: "keda.sh/v1alpha1",
          kind: "ScaledObject",
          metadata,
          spec: {
            scaleTargetRef: target(name),
            minReplicaCount: 1,
            maxReplicaCount: MAX_REPLICAS,
            pollingInterval: 10,
            cooldownPeriod: 120,
            triggers: [
              {
                type: "nats-jetstream",
                metadata: {
                  natsServerMonitoringEndpoint: BROKER_MONITOR,
                  account: "TSA",
                  stream: scaling.stream,
                  consumer: scaling.consumer,
                  lagThreshold: "16",
                  activationLagThreshold: "0",
                },
              },
            ],
          },
        },
      ];
    default:
      return scaling satisfies never;
  }
}

/** Everything of one service, in one file. */
export const serviceFile = (workload: Workload) => [
  deployment(workload),
  service(workload),
  disruptionBudget(workload),
  networkPolicyOf(workload),
  ...scaler(workload),
];
