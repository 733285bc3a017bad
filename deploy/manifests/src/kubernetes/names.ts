import type { Role } from "@token-sentiment/contract";

/** The namespace of everything of ours. */
export const NAMESPACE = "token-sentiment";
/** Where the official chart puts the broker. */
export const BROKER_NAMESPACE = "nats";
export const BROKER_URL = `nats://nats.${BROKER_NAMESPACE}.svc.cluster.local:4222`;
/** Where KEDA reads the lag of consumers. */
export const BROKER_MONITOR = `nats-headless.${BROKER_NAMESPACE}.svc.cluster.local:8222`;
/** ConfigMaps: what all services are told, and where the public sources are. */
export const SETTINGS = "settings";
export const SOURCES = "sources";
/** Secrets, by reference only: nothing here holds one. */
export const seedSecret = (role: Role): string => `nkey-${role}`;
export const PEPPER_SECRET = "gateway-pepper";
export const WEBHOOK_SECRET = "webhook-secret";
/** The settings of payments, `GATEWAY_X402_*`: a node's address may hold a key. Without it payments are off. */
export const PAYMENTS_SECRET = "gateway-payments";
/** Sources with a key of one's own, of one service; need not exist. */
export const ownSources = (service: string): string => `${service}-sources`;

/** The labels by which everything of one service is found. */
export const labelsOf = (service: string): Record<string, string> => ({
  "app.kubernetes.io/name": service,
  "app.kubernetes.io/part-of": "token-sentiment",
});

/** Room for facts, bytes (`PROVISIONER_MAX_BYTES`): of one node, and of the cluster. */
export const LOCAL_BYTES = 512 * 1024 ** 2;
export const PRODUCTION_BYTES = 16 * 1024 ** 3;
