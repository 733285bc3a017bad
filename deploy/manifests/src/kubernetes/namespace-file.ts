import type { IConfigMap } from "kubernetes-models/v1/ConfigMap";
import type { INamespace } from "kubernetes-models/v1/Namespace";
import { upstreams } from "@token-sentiment/local";
import { BROKER_URL, LOCAL_BYTES, NAMESPACE, SETTINGS, SOURCES } from "./names.ts";
import { denyAll } from "./network-policy.ts";
import { MAX_GATEWAYS } from "./service-file.ts";

/** What is written into one namespace and nowhere else may differ from the pod security standard `restricted`. */
const namespace: INamespace = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: {
    name: NAMESPACE,
    labels: Object.fromEntries(["enforce", "audit", "warn"].map((mode) => [`pod-security.kubernetes.io/${mode}`, "restricted"])),
  },
};

/** What all services are told. Each reads what it knows. */
const settings: IConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: SETTINGS },
  data: {
    NATS_URL: BROKER_URL,
    LOG_LEVEL: "info",
    GATEWAY_CAPACITY: "64",
    GATEWAY_REPLICAS: String(MAX_GATEWAYS),
    PROVISIONER_REPLICAS: "1",
    PROVISIONER_MAX_BYTES: String(LOCAL_BYTES),
  },
};

/** The public, keyless addresses of the sources, as `npm start -- --live` has them. */
const sources: IConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: SOURCES },
  data: Object.fromEntries(upstreams.map(({ variable, live }) => [variable, live.join(",")])),
};

/** What the services share. */
export const namespaceFile = () => [namespace, settings, sources, denyAll];
