import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bus, declareTopology } from "@token-sentiment/bus";
import { engineNames, engineRole, enginesFor, type Role } from "@token-sentiment/contract";
import { type Constellation, type ConstellationOptions, startConstellation } from "@token-sentiment/local";
import { type NatsProxy, openNatsProxy } from "@token-sentiment/testing";
import { type BrokerNodes, startBrokerNodes } from "./broker-nodes.ts";

/** The whole service, each part a process of its own, and everything that can go wrong with it. */
export interface World extends AsyncDisposable {
  all: Constellation;
  broker: BrokerNodes;
  /** Between every service and the broker; a cluster has none, its nodes tell clients of each other. */
  proxy: NatsProxy | undefined;
  /** Analyses that may run at once. */
  capacity: number;
  /** Connects a role, past the proxy. */
  open(role: Role): Promise<Bus>;
  /** Starts one more process, or one that was stopped, as the next release of its service; it says `NEXT` for its version. */
  startNext(name: string): Promise<void>;
  /** Declares again what the provisioner declared when it began. */
  provision(): Promise<void>;
}

/** How large. */
export interface WorldOptions {
  nodes: 1 | 3;
  /** Analyses that may run at once. */
  capacity: number;
  /** Bytes for facts. */
  maxBytes?: number;
  /** Added to the environment of every service. */
  env?: Record<string, string>;
  /** What was started again. */
  say?: (line: string) => void;
  /** Every log line of every service. */
  onLog?: ConstellationOptions["onLog"];
}

/** The version of engines of the next release. */
export const NEXT = "next-release";

const ENGINE = join(import.meta.dirname, "scripted-engine.ts");
const SERVICES = join(import.meta.dirname, "../../../services");
const asNext = ["--import", join(import.meta.dirname, "next-release.ts")] as const;
const MIB = 1024 * 1024;

/** Two gateways, two aggregators, and scripted engines for an Ethereum token, on a broker of one node or three. */
export async function startWorld({ nodes, capacity, maxBytes = 256 * MIB, env = {}, say, onLog }: WorldOptions): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-chaos-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const broker = stack.use(await startBrokerNodes(dataDir, nodes));
  const [first] = broker.nodes;
  const proxy = nodes === 1 && first ? stack.use(await openNatsProxy(first.url)) : undefined;
  const programs = Object.fromEntries(engineNames.map((engine) => [engineRole(engine), [ENGINE, engine] as const]));
  const url = proxy?.url ?? broker.nodes.map((node) => node.url).join(",");
  const all = stack.use(
    await startConstellation({
      dataDir,
      nats: { url, keysDir: broker.keysDir },
      services: ["gateway", "aggregator", ...enginesFor("1").map(engineRole)],
      replicas: { gateway: 2, aggregator: 2 },
      programs,
      env: {
        GATEWAY_REPLICAS: "2",
        GATEWAY_CAPACITY: String(capacity),
        GATEWAY_DEMO_CALLS: "2",
        GATEWAY_DEMO_PER_ADDRESS: "0",
        GATEWAY_RATE_PER_MINUTE: "0",
        ENGINE_CONCURRENCY: "64",
        PROVISIONER_REPLICAS: String(nodes),
        PROVISIONER_MAX_BYTES: String(maxBytes),
        ...env,
      },
      ...(say && { say }),
      ...(onLog && { onLog }),
    }),
  );
  const lifetime = stack.move();
  return {
    all,
    broker,
    proxy,
    capacity,
    open: broker.open,
    async startNext(name) {
      const room = name.replace(/-\d+$/, "");
      const main = programs[room] ?? [join(SERVICES, room, "src/main.ts")];
      await all.start(name, { program: [...asNext, ...main], env: { SERVICE_VERSION: NEXT } });
    },
    async provision() {
      await using provisioner = await broker.open("provisioner");
      await declareTopology(provisioner, { replicas: nodes, capacity, maxBytes });
    },
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
