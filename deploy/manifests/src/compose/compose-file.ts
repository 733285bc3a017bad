import { NATS_IMAGE, upstreams } from "@token-sentiment/local";
import { HTTP_PORT, PROBE_PORT, type Workload, workloads } from "../workloads.ts";

/** Where the sandbox listens on the loopback that it shares with those who ask it. */
const SANDBOX = { evm: 8545, web: 8600 };
const KEYS = "/data/keys";
const EXAMPLES = "/data/examples";

const askers = workloads.filter(({ asksOutside }) => asksOutside);
const others = workloads.filter(({ asksOutside }) => !asksOutside);

/** The probe port of a service that shares the sandbox's network: one each. */
const sharedPort = (service: Workload): number => PROBE_PORT + 1 + askers.indexOf(service);

const built = (service: string) => ({
  image: `token-sentiment/${service}`,
  build: { context: ".", dockerfile: "deploy/Dockerfile", network: "host", args: { SERVICE: service } },
});

/** A container of ours: nobody's root, nothing to write to but /tmp, no capability. */
const confined = { read_only: true, tmpfs: ["/tmp"], cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] };
const afterKeys = { depends_on: { keymaker: { condition: "service_completed_successfully" } } };
// A process that is told to leave has 10 s.
const keepsRunning = { ...confined, ...afterKeys, restart: "unless-stopped", stop_grace_period: "15s" };
const keys = `keys:${KEYS}:ro`;

const onBroker = (role: string) => ({ NATS_URL: "nats://nats:4222", NATS_NKEY_SEED_FILE: `${KEYS}/${role}.nkey` });
const capacity = { GATEWAY_CAPACITY: "64" };

const gatewaySettings = {
  PORT: String(HTTP_PORT),
  GATEWAY_HOST: "0.0.0.0",
  GATEWAY_PEPPER_FILE: `${KEYS}/pepper`,
  GATEWAY_EXAMPLES_FILE: `${EXAMPLES}/examples.json`,
  // Whoever comes through the published port has the address of Docker's bridge.
  GATEWAY_DEMO_PER_ADDRESS: "0",
};

/** Payments, as the environment of `docker compose` has them; empty = off. */
const paymentVariables = Object.fromEntries(
  ["FACILITATOR_URL", "PAY_TO", "NETWORKS", "PRICE"].map((name) => [`GATEWAY_X402_${name}`, `\${GATEWAY_X402_${name}-}`]),
);

const webhookSettings = { WEBHOOK_SECRET_FILE: `${KEYS}/webhook-secret` };

const platform = ({ name, role, port, sealsWebhooks }: Workload) => ({
  ...built(name),
  ...keepsRunning,
  environment: {
    ...onBroker(role),
    ...capacity,
    ...(port === undefined ? {} : { ...gatewaySettings, ...paymentVariables }),
    ...(sealsWebhooks ? webhookSettings : {}),
  },
  volumes: [keys, ...(port === undefined ? [] : [`examples:${EXAMPLES}:ro`])],
  ...(port === undefined ? {} : { ports: [`127.0.0.1:\${PORT:-${port}}:${port}`] }),
});

/** Asks the sandbox on its own loopback, because plain http is spoken to loopback only. */
const demo = (service: Workload) => ({
  ...built(service.name),
  ...keepsRunning,
  profiles: ["demo"],
  network_mode: "service:sandbox",
  environment: {
    ...onBroker(service.role),
    PROBE_PORT: String(sharedPort(service)),
    ENGINE_BUDGET_SCALE: "1000",
    ...Object.fromEntries(
      upstreams.map(({ variable, sandbox }) => [variable, sandbox.map((path) => `http://127.0.0.1:${SANDBOX.web}/${path}`).join(",")]),
    ),
    ENGINE_EVM_RPC_1: `http://127.0.0.1:${SANDBOX.evm}`,
  },
  volumes: [keys],
});

/** Asks the public, keyless endpoints; one with a key is named in the environment of `docker compose`. */
const live = (service: Workload) => ({
  ...built(service.name),
  ...keepsRunning,
  profiles: ["live"],
  environment: {
    ...onBroker(service.role),
    ...Object.fromEntries(upstreams.map(({ variable, live: urls }) => [variable, `\${${variable}-${urls.join(",")}}`])),
  },
  volumes: [keys],
});

const broker = {
  image: NATS_IMAGE,
  ...keepsRunning,
  user: "1000:1000",
  command: ["-c", `${KEYS}/nats.conf`],
  volumes: [keys, "streams:/data/streams"],
};

const once = {
  keymaker: {
    ...built("keymaker"),
    ...confined,
    environment: { KEYMAKER_DIR: KEYS, KEYMAKER_STORE_DIR: "/data/streams" },
    // The volumes take their owner from the image of whoever mounts them first.
    volumes: [`keys:${KEYS}`, "streams:/data/streams", `examples:${EXAMPLES}`],
  },
  provisioner: {
    ...built("provisioner"),
    ...confined,
    depends_on: { keymaker: { condition: "service_completed_successfully" }, nats: { condition: "service_started" } },
    restart: "on-failure",
    environment: { ...onBroker("provisioner"), ...capacity },
    volumes: [keys],
  },
  // docker compose run --rm operator node service/src/main.ts issue --name "Acme Ltd"
  operator: {
    ...built("operator"),
    ...confined,
    profiles: ["operator"],
    environment: onBroker("operator"),
    volumes: [keys],
  },
};

const sandbox = {
  ...built("sandbox"),
  ...keepsRunning,
  profiles: ["demo"],
  environment: {
    SANDBOX_EVM_PORT: String(SANDBOX.evm),
    SANDBOX_WEB_PORT: String(SANDBOX.web),
    SANDBOX_EXAMPLES_FILE: `${EXAMPLES}/examples.json`,
  },
  volumes: [`examples:${EXAMPLES}`],
};

const watching = {
  "nats-exporter": {
    image: "natsio/prometheus-nats-exporter:0.17.3",
    ...confined,
    restart: "unless-stopped",
    command: ["-varz", "-jsz=all", "http://nats:8222"],
  },
  prometheus: {
    image: "prom/prometheus:v3.5.0",
    ...confined,
    restart: "unless-stopped",
    command: ["--config.file=/etc/prometheus/compose.yml", "--storage.tsdb.path=/prometheus"],
    volumes: ["./deploy/prometheus:/etc/prometheus:ro", "metrics:/prometheus"],
    ports: ["127.0.0.1:${PROMETHEUS_PORT:-9090}:9090"],
  },
  grafana: {
    image: "grafana/grafana:12.1.0",
    ...confined,
    tmpfs: ["/tmp", "/var/lib/grafana"],
    restart: "unless-stopped",
    environment: { GF_AUTH_ANONYMOUS_ENABLED: "true", GF_AUTH_ANONYMOUS_ORG_ROLE: "Viewer", GF_ANALYTICS_REPORTING_ENABLED: "false" },
    volumes: ["./deploy/grafana/provisioning:/etc/grafana/provisioning:ro", "./deploy/grafana/dashboards:/etc/grafana/dashboards:ro"],
    ports: ["127.0.0.1:${GRAFANA_PORT:-3000}:3000"],
  },
};

const byName = <T>(services: readonly Workload[], of: (service: Workload) => T, prefix = ""): Record<string, T> =>
  Object.fromEntries(services.map((service) => [prefix + service.name, of(service)]));

/** The whole of docker-compose.yml. */
export const composeFile = () => ({
  services: {
    ...once,
    nats: broker,
    ...byName(others, platform),
    sandbox,
    ...byName(askers, demo),
    ...byName(askers, live, "live-"),
    ...watching,
  },
  volumes: { keys: {}, streams: {}, examples: {}, metrics: {} },
});

/** Where Prometheus finds each service there, by its name. */
export const composeTargets = (): { job: string; host: string; port: number }[] => [
  ...others.map(({ name }) => ({ job: name, host: name, port: PROBE_PORT })),
  ...askers.flatMap((service) => [
    { job: service.name, host: "sandbox", port: sharedPort(service) },
    { job: service.name, host: `live-${service.name}`, port: PROBE_PORT },
  ]),
];
