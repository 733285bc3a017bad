import { mkdir } from "node:fs/promises";
import { once } from "node:events";
import { resolve } from "node:path";
import { type Broker, connectAs, existingBroker, ownBroker } from "./broker.ts";
import type { ConstellationOptions, Release } from "./constellation-options.ts";
import { findNatsServer } from "./find-nats-server.ts";
import { createFleet, untilReady } from "./fleet.ts";
import { freePort, isFree } from "./free-port.ts";
import { lockWhileRunning } from "./guard.ts";
import { keptSecret } from "./kept-secret.ts";
import { writeLiveExamples } from "./live-examples.ts";
import { paymentEnvironment } from "./local-payments.ts";
import { writeOperatorEnvironment } from "./operator-environment.ts";
import { registerLocalKey } from "./register-local-key.ts";
import { dataFiles, roomOf, serviceNames, type Shared, specOf } from "./service-plan.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** Everything, running. Disposing ends the gateway first and the broker last, all within 10 s. */
export interface Constellation extends AsyncDisposable {
  /** Of the gateway; empty when it was not among the services. */
  url: string;
  /** Of every gateway, the first one first. */
  urls: readonly string[];
  /** A production key of this constellation. */
  key: string;
  brokerUrl: string;
  dataDir: string;
  /** Process ids by service, `broker` among them when it is ours. */
  pids(): Record<string, number>;
  /** Sends a signal to one process. What dies of it is started again. */
  kill(service: string, signal: NodeJS.Signals): void;
  /** How often it was started again. */
  restarts(service: string): number;
  /** Resolves when that service is up and ready; after a signal that ends it, when its next life is. */
  ready(service: string): Promise<void>;
  /** Ends one service for good. */
  stop(service: string): Promise<void>;
  /** Starts one that was not among the services, or was stopped, and waits until it is ready; as another release, if one is given. */
  start(service: string, release?: Release): Promise<void>;
}

/** Together below the 10 s in which all must be gone. */
const STOP_LIMITS_MS = { gateway: 3000, services: 4000, broker: 2000 } as const;

/** The processes to run: `aggregator`, `aggregator-2`. */
const namesOf = ({ services, live = false, replicas = {} }: ConstellationOptions): string[] =>
  (services ?? serviceNames.filter((name) => !live || name !== "sandbox")).flatMap((name) =>
    Array.from({ length: replicas[name] ?? 1 }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`)),
  );

/** The data directory, for this constellation alone. */
async function takeDataDir(dir: string): Promise<AsyncDisposable> {
  await mkdir(dataFiles(dir).logs, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`the data directory ${dir} cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const held = await lockWhileRunning(dir);
  if (!held) throw new StartError(`another npm start runs on ${dir}: stop it, or give this one a DATA_DIR of its own`);
  return held;
}

async function startBroker(options: ConstellationOptions, signal: AbortSignal): Promise<Broker> {
  if (!options.nats) {
    const interrupted = once(signal, "abort").then(() => Promise.reject(new StartError("interrupted")));
    const bin = await Promise.race([findNatsServer(), interrupted]);
    return await ownBroker(bin, options);
  }
  const broker = existingBroker(options.nats);
  await using _there = await connectAs(broker, "operator");
  return broker;
}

/** The first failure, once all have settled: nothing may come up behind the back of whoever cleans up. */
async function allOf(steps: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === "rejected");
  if (failed) throw failed.reason;
}

/**
 * Starts broker, provisioner and services as processes of their own and waits until all are ready.
 * @throws StartError, one sentence, leaving nothing behind.
 */
export async function startConstellation(options: ConstellationOptions): Promise<Constellation> {
  const { port = 0, say = () => undefined, onLog = () => undefined, signal = new AbortController().signal } = options;
  await using stack = new AsyncDisposableStack();
  const dataDir = resolve(options.dataDir);
  const files = dataFiles(dataDir);
  stack.use(await takeDataDir(dataDir));
  if (port !== 0 && !(await isFree(port)))
    throw new StartError(`port ${port} is in use: stop what listens there, or set PORT to another one`);
  const key = await keptSecret(files.localKey, "local_");
  await keptSecret(files.pepper);
  await keptSecret(files.webhookSecret);

  const broker = await startBroker({ ...options, dataDir }, signal);
  stack.defer(() => broker.own?.stop(STOP_LIMITS_MS.broker));
  const fleet = createFleet({ logDir: files.logs, onLine: onLog }, say);
  stack.defer(() => fleet.stop(() => true, STOP_LIMITS_MS.services));
  stack.defer(() => fleet.stop((name) => roomOf(name) === "gateway", STOP_LIMITS_MS.gateway));
  const onAbort = (): void => void fleet.stop(() => true, STOP_LIMITS_MS.services);
  signal.addEventListener("abort", onAbort);

  const sandbox = { evm: await freePort(), web: await freePort() };
  const { live = false, env = {}, programs = {} } = options;
  const [names, gatewayPorts] = [namesOf(options), new Map<string, number>()];
  const paid = names.some((name) => roomOf(name) === "sandbox");
  const shared: Shared = { dataDir, broker, gatewayPort: port, sandbox, live, paid, env, programs };
  if (shared.live) await writeLiveExamples(files.examples);
  const start = async (name: string, release?: Release): Promise<void> => {
    if (signal.aborted) throw new StartError("interrupted");
    const { program, env: own } = release ?? {};
    const as = { programs: { ...programs, ...(program && { [roomOf(name)]: program }) }, env: { ...env, ...own } };
    const announced = await fleet.start(specOf(name, { ...shared, ...as }));
    if (typeof announced["port"] === "number") gatewayPorts.set(name, announced["port"]);
  };
  const early = names.filter((name) => roomOf(name) === "sandbox");
  await allOf([fleet.runOnce(specOf("provisioner", shared)), ...early.map((name) => start(name))]);
  await allOf([registerLocalKey(broker, key), ...names.filter((name) => !early.includes(name)).map((name) => start(name))]);

  const member = (name: string) => {
    const found = fleet.get(name);
    if (!found) throw new Error(`no service ${name} is running`);
    return found;
  };
  signal.removeEventListener("abort", onAbort);
  const urlsOf = (): string[] => names.flatMap((name) => (gatewayPorts.has(name) ? `http://127.0.0.1:${gatewayPorts.get(name)}` : []));
  await writeOperatorEnvironment(files.operatorEnv, {
    NATS_URL: broker.url,
    NATS_NKEY_SEED_FILE: broker.seedFile("operator"),
    TOKEN_SENTIMENT_URL: urlsOf()[0],
    TOKEN_SENTIMENT_KEY_FILE: files.localKey,
    ...(paid && paymentEnvironment(sandbox.web)),
  });
  const lifetime = stack.move();
  return {
    get url() {
      return urlsOf()[0] ?? "";
    },
    get urls() {
      return urlsOf();
    },
    key,
    brokerUrl: broker.url,
    dataDir,
    pids() {
      const services = fleet.names().map((name) => [name, member(name).life.pid] as const);
      return Object.fromEntries([...services, ...(broker.own ? [["broker", broker.own.life.process.pid ?? 0] as const] : [])]);
    },
    kill(name, signalName) {
      (name === "broker" && broker.own ? broker.own : member(name)).kill(signalName);
    },
    restarts: (name) => (name === "broker" && broker.own ? broker.own : member(name)).restarts,
    ready: (name) => untilReady(member(name)),
    stop: (name) => fleet.stop((other) => other === name, STOP_LIMITS_MS.services),
    start,
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
