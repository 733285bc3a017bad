import { roles } from "@token-sentiment/contract";
import { nkeyVariable, renderPermissions } from "@token-sentiment/bus";

/** The ConfigMap with the roles' public keys, beside the broker: `kubectl create configmap nkeys --from-env-file`. */
const NKEYS = "nkeys";

/** How the broker differs from one overlay to the other. */
interface BrokerSize {
  nodes: 1 | 3;
  disk: string;
  /** `always`, or how much a power cut of all nodes may lose. */
  syncInterval: string;
}

/**
 * Values of the official chart (https://nats-io.github.io/k8s, 1.x): JetStream on disk, the monitoring that KEDA and Prometheus read, and exactly the
 * accounts and permissions of `npm start`. Public keys come from the environment, as there.
 */
export const brokerValues = ({ nodes, disk, syncInterval }: BrokerSize) => ({
  config: {
    cluster: { enabled: nodes > 1, replicas: nodes },
    jetstream: {
      enabled: true,
      fileStore: { enabled: true, pvc: { enabled: true, size: disk } },
      merge: { sync_interval: syncInterval },
    },
    monitor: { enabled: true },
    merge: {
      max_payload: "<< 256KB >>",
      write_deadline: "5s",
      ping_interval: "10s",
      ping_max: 2,
      lame_duck_duration: "30s",
      zz$include: "permissions.conf",
    },
  },
  configMap: { merge: { data: { "permissions.conf": renderPermissions() } } },
  container: {
    env: Object.fromEntries(
      roles.map((role) => [nkeyVariable(role), { valueFrom: { configMapKeyRef: { name: NKEYS, key: nkeyVariable(role) } } }]),
    ),
  },
  promExporter: { enabled: true },
  natsBox: { enabled: false },
});
