import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { HTTP_PORT, PROBE_PORT, type Workload } from "../workloads.ts";
import { BROKER_NAMESPACE, labelsOf, PAYMENTS_SECRET } from "./names.ts";

type Egress = NonNullable<NonNullable<INetworkPolicy["spec"]>["egress"]>[number];

const tcp = (port: number) => ({ port, protocol: "TCP" as const });
const namespace = (name: string) => ({ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } });

/** What is not the public internet: IANA's special-purpose IPv4 blocks that are not globally reachable, and the host that Azure answers its metadata from. */
const NOT_PUBLIC = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
];

const toNames: Egress = {
  to: [{ ...namespace("kube-system"), podSelector: { matchLabels: { "k8s-app": "kube-dns" } } }],
  ports: [{ port: 53, protocol: "UDP" }, tcp(53)],
};
const toBroker: Egress = { to: [namespace(BROKER_NAMESPACE)], ports: [tcp(4222)] };
/** Traces, where OTEL_EXPORTER_OTLP_ENDPOINT names a collector. */
const toCollector: Egress = { to: [namespace("monitoring")], ports: [tcp(4318)] };
const toPublic: Egress = { to: [{ ipBlock: { cidr: "0.0.0.0/0", except: NOT_PUBLIC } }], ports: [tcp(443)] };

/** Nobody reaches anybody in the namespace, unless another policy says so. */
export const denyAll: INetworkPolicy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "deny-all" },
  spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] },
};

/** Lets the gateway reach the facilitator and the chains' nodes too, where payments are on. */
export const paymentsPolicy: INetworkPolicy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: PAYMENTS_SECRET, labels: labelsOf("gateway") },
  spec: { podSelector: { matchLabels: labelsOf("gateway") }, policyTypes: ["Egress"], egress: [toPublic] },
};

/** To names, the broker and the collector of traces, to the public internet by https for those who ask it; from Prometheus, and to the gateway from the ingress. */
export const networkPolicyOf = ({
  name,
  asksOutside,
  callsStrangers = false,
  port,
}: Pick<Workload, "name" | "asksOutside" | "callsStrangers" | "port">): INetworkPolicy => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name, labels: labelsOf(name) },
  spec: {
    podSelector: { matchLabels: labelsOf(name) },
    policyTypes: ["Ingress", "Egress"],
    ingress: [
      { from: [namespace("monitoring")], ports: [tcp(PROBE_PORT)] },
      ...(port === undefined ? [] : [{ from: [namespace("ingress-nginx")], ports: [tcp(HTTP_PORT)] }]),
    ],
    egress: [toNames, toBroker, toCollector, ...(asksOutside || callsStrangers ? [toPublic] : [])],
  },
});
