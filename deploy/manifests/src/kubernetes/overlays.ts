import type { IIngress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { HTTP_PORT, workloads } from "../workloads.ts";
import { labelsOf, NAMESPACE, PRODUCTION_BYTES, SETTINGS } from "./names.ts";
import { imageOf } from "./pod.ts";

/** A kustomization, in the part of its format that render.ts knows. */
export interface Kustomization {
  apiVersion: "kustomize.config.k8s.io/v1beta1";
  kind: "Kustomization";
  resources: string[];
  images?: { name: string; newName?: string; newTag: string }[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
}

const header = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization" } as const;
const images = [...workloads.map(({ name }) => name), "provisioner"].map(imageOf);

/** All of it, one file a service. */
export const base = (files: readonly string[]): Kustomization => ({ ...header, resources: [...files] });

const remove = (kind: string): NonNullable<Kustomization["patches"]>[number] => ({
  target: { kind },
  patch: `$patch: delete\napiVersion: v1\nkind: ${kind}\nmetadata:\n  name: any\n`,
});

/** One replica of everything on a cluster of one's own (kind, k3d): images that were built there, no KEDA, no metrics server. */
export const local = (): Kustomization => ({
  ...header,
  resources: ["../../base"],
  images: images.map((name) => ({ name, newTag: "local" })),
  patches: [remove("ScaledObject"), remove("HorizontalPodAutoscaler")],
});

const REGISTRY = "registry.example.com";

const change = (kind: string, name: string, ops: { path: string; value: unknown }[]) => ({
  target: { kind, name },
  patch: JSON.stringify(ops.map(({ path, value }) => ({ op: "add", path, value }))),
});

/** Where the gateway is reached: for whoever deploys it to replace. */
const HOST = "api.example.com";

/** Three copies of every stream, at least two of what every job needs, behind an ingress. */
export const production = (version: string): Kustomization => ({
  ...header,
  resources: ["../../base", "ingress.yaml"],
  images: images.map((name) => ({ name, newName: `${REGISTRY}/${name}`, newTag: version })),
  patches: [
    change("ConfigMap", SETTINGS, [
      { path: "/data/PROVISIONER_REPLICAS", value: "3" },
      { path: "/data/PROVISIONER_MAX_BYTES", value: String(PRODUCTION_BYTES) },
      { path: "/data/GATEWAY_CAPACITY", value: "512" },
      // The address range of the ingress controller's pods.
      { path: "/data/GATEWAY_TRUST_PROXY", value: "10.0.0.0/8" },
      { path: "/data/GATEWAY_PUBLIC_URL", value: `https://${HOST}` },
    ]),
    ...workloads
      .filter(({ scaling }) => scaling.by === "cpu")
      .map(({ name }) => change("HorizontalPodAutoscaler", name, [{ path: "/spec/minReplicas", value: 2 }])),
    ...workloads
      .filter(({ scaling }) => scaling.by === "lag")
      .map(({ name }) => change("ScaledObject", name, [{ path: "/spec/minReplicaCount", value: 2 }])),
  ],
});

/** Production where payments are taken: its gateways reach the facilitator and the nodes that the secret `gateway-payments` names. */
export const payments = (): Kustomization => ({ ...header, resources: ["../production", "network-policy.yaml"] });

/** The gateway's way to the world; whoever ends TLS there names the certificate. */
export const ingress: IIngress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: {
    name: "gateway",
    namespace: NAMESPACE,
    labels: labelsOf("gateway"),
    // Event streams last as long as a job.
    annotations: {
      "nginx.ingress.kubernetes.io/proxy-buffering": "off",
      // A challenge and a receipt travel in headers; 4 KiB for all of them are scarce.
      "nginx.ingress.kubernetes.io/proxy-buffer-size": "16k",
      "nginx.ingress.kubernetes.io/proxy-read-timeout": "180",
    },
  },
  spec: {
    ingressClassName: "nginx",
    tls: [{ hosts: [HOST], secretName: "gateway-tls" }],
    rules: [
      {
        host: HOST,
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "gateway", port: { number: HTTP_PORT } } } }] },
      },
    ],
  },
};
