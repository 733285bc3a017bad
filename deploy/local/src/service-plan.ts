import { join } from "node:path";
import { COLLECTOR, engineNames, engineRole, NOTIFIER, RESOLVER, type Role, roles } from "@token-sentiment/contract";
import type { Broker } from "./broker.ts";
import { paymentEnvironment } from "./local-payments.ts";
import type { ServiceSpec } from "./service-process.ts";
import { liveEnvironment, sandboxEnvironment, type SandboxPorts } from "./upstreams.ts";

/** What the services of one constellation share. */
export interface Shared {
  dataDir: string;
  broker: Broker;
  gatewayPort: number;
  /** Of the sandbox. */
  sandbox: SandboxPorts;
  /** The public endpoints instead of the sandbox. */
  live: boolean;
  /** Whether the sandbox runs, and so calls can be paid. */
  paid: boolean;
  env: Record<string, string>;
  programs: Readonly<Record<string, ServiceSpec["program"]>>;
}

/** Every service that keeps running, in the order in which they are started. */
export const serviceNames: readonly string[] = [
  "sandbox",
  "collector-bluesky",
  ...engineNames.map(engineRole),
  RESOLVER,
  "aggregator",
  NOTIFIER,
  "gateway",
];

/** The files of a data directory that services read. */
export const dataFiles = (dataDir: string) => ({
  examples: join(dataDir, "examples.json"),
  pepper: join(dataDir, "pepper"),
  webhookSecret: join(dataDir, "webhook-secret"),
  localKey: join(dataDir, "local-key"),
  operatorEnv: join(dataDir, "operator.env"),
  paymentChain: join(dataDir, "payment-chain"),
  logs: join(dataDir, "logs"),
});

/** Collectors are one role, whatever their source. */
const roleOf = (room: string): Role | undefined => (room.startsWith(`${COLLECTOR}-`) ? COLLECTOR : roles.find((role) => role === room));

/** Ready lines are told at level info: a quieter level would hide them. */
const logLevel = (wanted: string | undefined): string => (wanted === "debug" || wanted === "trace" ? wanted : "info");

/** The room of a process: `aggregator-2` runs what `aggregator` runs. */
export const roomOf = (name: string): string => name.replace(/-\d+$/, "");

/** How to run one service: its environment is the launcher's, `shared.env`, and what it needs to find the others. */
export function specOf(name: string, shared: Shared): ServiceSpec {
  const { dataDir, broker, env } = shared;
  const files = dataFiles(dataDir);
  const room = roomOf(name);
  const role = roleOf(room);
  const seedFile = role === undefined ? undefined : broker.seedFile(role);
  const own = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return {
    name,
    room,
    program: shared.programs[room],
    env: {
      ...own,
      DATA_DIR: dataDir,
      ...(shared.live ? liveEnvironment(own) : sandboxEnvironment(shared.sandbox)),
      ...(shared.paid && paymentEnvironment(shared.sandbox.web)),
      SANDBOX_EXAMPLES_FILE: files.examples,
      SANDBOX_PAYMENTS_FILE: files.paymentChain,
      GATEWAY_EXAMPLES_FILE: files.examples,
      GATEWAY_PEPPER_FILE: files.pepper,
      WEBHOOK_SECRET_FILE: files.webhookSecret,
      // Whoever tries webhooks on this machine listens on it.
      WEBHOOK_ALLOW_PRIVATE: own["WEBHOOK_ALLOW_PRIVATE"] ?? (shared.live ? "" : "true"),
      // Everybody on this machine shares its address.
      GATEWAY_DEMO_PER_ADDRESS: own["GATEWAY_DEMO_PER_ADDRESS"] ?? "0",
      GATEWAY_RATE_PER_MINUTE: own["GATEWAY_RATE_PER_MINUTE"] ?? "0",
      ...env,
      LOG_LEVEL: logLevel(env["LOG_LEVEL"] ?? process.env["LOG_LEVEL"]),
      NATS_URL: broker.url,
      NATS_NKEY_SEED_FILE: seedFile ?? "",
      PORT: String(shared.gatewayPort),
      PROBE_PORT: "0",
    },
  };
}
