import { COLLECTOR, durables, engineNames, engineRole, NOTIFIER, RESOLVER, type Role, streams } from "@token-sentiment/contract";

/** What grows a workload: the lag of a durable consumer, its own CPU, or nothing. */
type Scaling = { by: "lag"; stream: string; consumer: string } | { by: "cpu" } | { by: "nothing" };

/** One service that keeps running in production. */
export interface Workload {
  /** Its room below services/, its image and its Kubernetes name. */
  name: string;
  /** Who it is on the broker. */
  role: Role;
  /** Asks the world outside: may reach public addresses on 443. */
  asksOutside: boolean;
  /** Calls addresses that customers name: may reach public addresses on 443, and is told of no source. */
  callsStrangers?: boolean;
  /** Holds the secret that seals webhooks. */
  sealsWebhooks?: boolean;
  /** Serves HTTP to clients. */
  port?: number;
  scaling: Scaling;
  memory: { request: string; limit: string };
}

/** Where every service serves `/livez`, `/readyz` and `/metrics`; the image says the same. */
export const PROBE_PORT = 9400;
export const HTTP_PORT = 8080;

const small = { request: "128Mi", limit: "512Mi" };

const engine = (name: (typeof engineNames)[number]): Workload => ({
  name: engineRole(name),
  role: engineRole(name),
  asksOutside: true,
  scaling: { by: "lag", stream: streams.analysis, consumer: durables.engine(name) },
  // Solana's transfers are tried in a child of up to 1 GiB (docs/decisions/0007).
  memory: name === "solana" ? { request: "512Mi", limit: "2Gi" } : { request: "192Mi", limit: "768Mi" },
});

/** Every service of production, in the order of their files. A new engine comes with its roster row. */
export const workloads: readonly Workload[] = [
  { name: "gateway", role: "gateway", asksOutside: false, sealsWebhooks: true, port: HTTP_PORT, scaling: { by: "cpu" }, memory: small },
  // Not by lag: the unacknowledged deliveries of its consumer are the open jobs.
  {
    name: "aggregator",
    role: "aggregator",
    asksOutside: false,
    scaling: { by: "cpu" },
    memory: small,
  },
  ...engineNames.map(engine),
  {
    name: "resolver",
    role: RESOLVER,
    asksOutside: true,
    scaling: { by: "lag", stream: streams.analysis, consumer: durables.resolver },
    memory: small,
  },
  // Not by lag either: what waits for its next attempt is not acknowledged.
  {
    name: "notifier",
    role: NOTIFIER,
    asksOutside: false,
    callsStrangers: true,
    sealsWebhooks: true,
    scaling: { by: "cpu" },
    memory: small,
  },
  // One: a second one would hear the same posts for nothing.
  { name: "collector-bluesky", role: COLLECTOR, asksOutside: true, scaling: { by: "nothing" }, memory: small },
];
