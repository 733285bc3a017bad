import { access, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Bus, openBus } from "@token-sentiment/bus";
import type { Role } from "@token-sentiment/contract";
import type { ConstellationOptions, ExistingBroker } from "./constellation-options.ts";
import { reasonOf, StartError } from "./start-error.ts";
import { type NatsServer, startNatsServer } from "./start-nats-server.ts";
import { type Life, type Supervised, supervise } from "./supervise.ts";

/** The broker as the services reach it. */
export interface Broker {
  url: string;
  /** Where a role finds its seed; undefined on a broker without accounts. */
  seedFile(role: Role): string | undefined;
  /** The process, when it is ours. */
  own?: Supervised<Life>;
}

const CONNECT_LIMIT_MS = 2000;

const lifeOf = (server: NatsServer): Life => ({
  process: server.process,
  ready: Promise.resolve(),
  ended: new Promise((done) => server.process.once("exit", (code, signal) => done(signal ?? code ?? 1))),
});

/** Starts a broker of our own, kept running on one port. @throws StartError. */
export async function ownBroker(
  bin: string,
  { dataDir, brokerPort = 0, syncInterval, maxFileStore, say = () => undefined }: ConstellationOptions,
): Promise<Broker> {
  const chosen = { ...(syncInterval !== undefined && { syncInterval }), ...(maxFileStore !== undefined && { maxFileStore }) };
  const options = { bin, dataDir: join(dataDir, "nats"), ...chosen };
  const server = await startNatsServer({ ...options, port: brokerPort });
  const again = async (): Promise<Life> => lifeOf(await startNatsServer({ ...options, port: server.port }));
  return {
    url: server.url,
    seedFile: (role) => server.keys[role].seedFile,
    own: supervise("broker", lifeOf(server), { again, say }),
  };
}

/** The broker that runs at `url`. Whether it is there and new enough shows at the first connection. */
export function existingBroker({ url, keysDir }: ExistingBroker): Broker {
  return { url, seedFile: (role) => (keysDir === undefined ? undefined : resolve(keysDir, `${role}.nkey`)) };
}

/** Connects as `role`. @throws StartError when the broker is not there, is too old or refuses the role. */
export async function connectAs(broker: Broker, role: Role): Promise<Bus> {
  const file = broker.seedFile(role);
  const readable =
    file === undefined ||
    (await access(file).then(
      () => true,
      () => false,
    ));
  if (!readable) throw new StartError(`${file} cannot be read: --nats-keys names a directory with one <role>.nkey for each role`);
  const seed = file === undefined ? undefined : (await readFile(file, "utf8")).trim();
  return await openBus({ servers: broker.url, role, seed, patienceMs: CONNECT_LIMIT_MS }).catch((error: unknown) => {
    throw new StartError(`the broker at ${broker.url} cannot be used: ${reasonOf(error)}`, { cause: error });
  });
}
