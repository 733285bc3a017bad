import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { nkeyVariables, type RoleKey, roleKeys } from "@token-sentiment/bus";
import type { Role } from "@token-sentiment/contract";
import { freePort } from "./free-port.ts";
import { neverOutlive } from "./guard.ts";
import { StartError } from "./start-error.ts";
import { isGone, stopProcess } from "./stop-process.ts";

const CONFIGURATION = resolve(import.meta.dirname, "../../nats/server.conf");
const READY_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 4000;

/** How to run a broker. */
export interface NatsServerOptions {
  bin: string;
  /** Streams (below jetstream/), keys/ and the log live here; the same directory again continues with the same data. */
  dataDir: string;
  /** 0 takes a free one. */
  port: number;
  /** Bytes that streams may take on disk, in the broker's notation. */
  maxFileStore?: string;
  /** `always`, or how much time a power cut may lose. */
  syncInterval?: string;
  /** As one of several: the ports on which all of them speak to each other, and which of these is its own. */
  cluster?: { ports: readonly number[]; own: number };
  /** Where the roles' keys lie; `dataDir`/keys when omitted. */
  keysDir?: string;
}

/** What the command line adds for a node of a cluster. */
function clusterArguments(cluster: NatsServerOptions["cluster"]): string[] {
  if (!cluster) return [];
  const route = (port: number): string => `nats://127.0.0.1:${port}`;
  return ["--cluster_name", "tsa", "--cluster", route(cluster.own), "--routes", cluster.ports.map(route).join(",")];
}

/** A broker that accepts connections: a process of its own on 127.0.0.1, with the accounts and keys of the roster. */
export interface NatsServer extends AsyncDisposable {
  url: string;
  port: number;
  pid: number;
  keys: Record<Role, RoleKey>;
  process: ChildProcess;
  /** Sends the signal; after SIGKILL and SIGTERM resolves when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** The first line that a broker at `port` says to anyone, or undefined when none answers. */
function greeting(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    socket.setTimeout(1000, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
      if (said.includes("\n")) socket.destroy();
    });
    socket.on("error", () => undefined).on("close", () => done(said === "" ? undefined : said));
  });
}

async function whyItEnded(logFile: string, port: number): Promise<StartError> {
  const lines = (await readFile(logFile, "utf8")).trim().split("\n");
  const fatal = lines.findLast((line) => /\[FTL\]|^nats-server:/.test(line)) ?? lines.at(-1) ?? "";
  if (/address already in use/.test(fatal)) return new StartError(`port ${port} of 127.0.0.1, meant for the broker, is in use`);
  return new StartError(`nats-server ended at once: ${fatal.replace(/^.*\[FTL\] |^nats-server: /, "")} (its log is ${logFile})`);
}

async function untilReady(child: ChildProcess, name: string, { port, logFile }: { port: number; logFile: string }): Promise<void> {
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!isGone(child)) {
    if ((await greeting(port))?.includes(`"server_name":"${name}"`)) return;
    if (Date.now() > deadline) {
      await stopProcess(child, 0);
      throw new StartError(`nats-server accepted nothing on port ${port} within ${READY_LIMIT_MS / 1000} s (its log is ${logFile})`);
    }
    await delay(15);
  }
  throw await whyItEnded(logFile, port);
}

/**
 * Starts a broker with deploy/nats/server.conf and waits until it accepts connections.
 * @throws StartError, one sentence, when it does not come up.
 */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServer> {
  const { bin, maxFileStore = "10GB", syncInterval = "2m" } = options;
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const keys = await roleKeys(options.keysDir ?? join(dataDir, "keys"));
  const port = options.port === 0 ? await freePort() : options.port;
  // A node of a cluster is known by its name for good.
  const name = options.cluster ? `tsa-${options.cluster.own}` : `tsa-${randomUUID()}`;
  const logFile = join(dataDir, "nats-server.log");
  const log = await open(logFile, "w");
  const child = spawn(bin, ["-c", CONFIGURATION, ...clusterArguments(options.cluster)], {
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: {
      PATH: process.env["PATH"],
      TSA_SERVER_NAME: name,
      TSA_HOST: "127.0.0.1",
      TSA_PORT: String(port),
      TSA_STORE_DIR: JSON.stringify(dataDir),
      TSA_MAX_FILE_STORE: maxFileStore,
      // In quotes: the parser would read a bare 2m as two million.
      TSA_SYNC_INTERVAL: JSON.stringify(syncInterval),
      ...nkeyVariables(keys),
    },
  });
  const spawned = await once(child, "spawn").catch((error: unknown) => error);
  await log.close();
  if (child.pid === undefined) throw new StartError(`${bin} cannot be run`, { cause: spawned });
  neverOutlive(child);
  await untilReady(child, name, { port, logFile });
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    pid: child.pid,
    keys,
    process: child,
    async kill(signal) {
      if (isGone(child)) return;
      const gone = once(child, "exit");
      child.kill(signal);
      if (signal === "SIGKILL" || signal === "SIGTERM") await gone;
    },
    [Symbol.asyncDispose]: () => stopProcess(child, STOP_LIMIT_MS),
  };
}
