import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Bus, openBus } from "@token-sentiment/bus";
import { type Role, streams } from "@token-sentiment/contract";
import { findNatsServer, freePort, type NatsServer, startNatsServer } from "@token-sentiment/local";

/** One node of the broker, which can be hurt. */
export interface BrokerNode {
  /** As the broker calls it where it names leaders. */
  name: string;
  url: string;
  /** After SIGKILL and SIGTERM resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** The same node again: same ports, same data. Only after it is gone. */
  restart(): Promise<void>;
  /** Takes a consumer off its disk, as a broken disk or a wrong command does. Only after it is gone. */
  forget(stream: string, durable: string): Promise<void>;
}

/** A broker of one node, or a cluster of three. */
export interface BrokerNodes extends AsyncDisposable {
  nodes: readonly BrokerNode[];
  /** Where every role's seed lies, `<role>.nkey`. */
  keysDir: string;
  /** Connects a role, past every proxy. */
  open(role: Role): Promise<Bus>;
  /** The node that leads the stream of facts. */
  leader(): Promise<BrokerNode>;
}

const ORDERS_LIMIT_MS = 30_000;

/** A new cluster elects who leads before it answers anything; then a stream that nobody declared is not found. */
async function untilItTakesOrders(bus: Bus): Promise<void> {
  for (const deadline = Date.now() + ORDERS_LIMIT_MS; Date.now() < deadline; await delay(100)) {
    const said = await bus.jsm.streams.info(streams.analysis).then(
      () => "not found",
      (error: unknown) => String(error),
    );
    if (said.includes("not found")) return;
  }
  throw new Error(`the broker took no orders within ${ORDERS_LIMIT_MS / 1000} s`);
}

/** Starts it in `dataDir` and waits until it takes orders. */
export async function startBrokerNodes(dataDir: string, count: 1 | 3): Promise<BrokerNodes> {
  await using stack = new AsyncDisposableStack();
  const bin = await findNatsServer();
  const keysDir = join(dataDir, "nats", "keys");
  const routes = await Promise.all(Array.from({ length: count }, () => freePort()));
  const lives: NatsServer[] = [];
  const dirOf = (index: number): string => join(dataDir, index === 0 ? "nats" : `nats-${index + 1}`);
  const begin = (index: number, port: number): Promise<NatsServer> =>
    startNatsServer({
      bin,
      dataDir: dirOf(index),
      keysDir,
      port,
      maxFileStore: "8GB",
      ...(count > 1 && { cluster: { ports: routes, own: routes[index] ?? 0 } }),
    });
  for (const index of routes.keys()) {
    lives.push(await begin(index, 0));
    stack.defer(() => lives[index]?.[Symbol.asyncDispose]());
  }
  const nodes = lives.map(({ url, port }, index): BrokerNode => ({
    name: `tsa-${routes[index]}`,
    url,
    kill: async (signal) => await lives[index]?.kill(signal),
    async restart() {
      lives[index] = await begin(index, port);
    },
    // Not by force: a path that is not there is a mistake here, and no fault.
    forget: (stream, durable) => rm(join(dirOf(index), "jetstream", "TSA", "streams", stream, "obs", durable), { recursive: true }),
  }));
  const open = async (role: Role): Promise<Bus> => {
    const seed = await readFile(join(keysDir, `${role}.nkey`), "utf8");
    return await openBus({ servers: nodes.map(({ url }) => url).join(","), role, seed, patienceMs: 15_000 });
  };
  await using provisioner = await open("provisioner");
  await untilItTakesOrders(provisioner);
  const lifetime = stack.move();
  return {
    nodes,
    keysDir,
    open,
    async leader() {
      await using bus = await open("provisioner");
      const { cluster } = await bus.jsm.streams.info(streams.analysis);
      const leading = nodes.find(({ name }) => name === cluster?.leader) ?? nodes[0];
      if (!leading) throw new Error("a broker has at least one node");
      return leading;
    },
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
