import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@token-sentiment/contract";
import { type Bus, type BusOptions, declareTopology, openBus, type TopologySettings } from "@token-sentiment/bus";
import { findNatsServer, type NatsServer, startNatsServer } from "@token-sentiment/local";

/** A real broker of this test's own: the production configuration, every role's key, everything declared. */
export interface TestBroker extends AsyncDisposable {
  url: string;
  server: NatsServer;
  /** Connects as a role; closed with the broker. */
  open(role: Role, options?: Partial<BusOptions>): Promise<Bus>;
  /** The file with a role's nkey seed. */
  seedFile(role: Role): string;
  /** kill -9. */
  kill(): Promise<void>;
  /** The same broker again: same port, same data. */
  restart(): Promise<void>;
}

/** Changes to what the provisioner declares; `false` declares nothing. */
export interface TestBrokerOptions {
  topology?: Partial<TopologySettings> | false;
}

const MIB = 1024 * 1024;

/** Starts a broker on a free port, in a directory that is removed with it. */
export async function startBroker(options: TestBrokerOptions = {}): Promise<TestBroker> {
  await using starting = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-broker-"));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));
  const bin = await findNatsServer();
  let server = await startNatsServer({ bin, dataDir, port: 0 });
  starting.defer(() => server[Symbol.asyncDispose]());
  const { url, port, keys } = server;
  const connect = async (role: Role, more: Partial<BusOptions> = {}) =>
    openBus({ servers: url, role, seed: await readFile(keys[role].seedFile, "utf8"), patienceMs: 10_000, ...more });
  if (options.topology !== false) {
    await using provisioner = await connect("provisioner");
    await declareTopology(provisioner, { replicas: 1, capacity: 64, maxBytes: 64 * MIB, ...options.topology });
  }
  const stack = starting.move();
  return {
    url,
    get server() {
      return server;
    },
    open: async (role, more) => stack.use(await connect(role, more)),
    seedFile: (role) => keys[role].seedFile,
    kill: () => server.kill("SIGKILL"),
    async restart() {
      server = await startNatsServer({ bin, dataDir, port });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
