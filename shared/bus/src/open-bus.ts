import { setTimeout as delay } from "node:timers/promises";
import { platformRoles, type Role, WORKER_API_PREFIX } from "@token-sentiment/contract";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { AuthorizationError, connect, type NatsConnection, nkeyAuthenticator, PermissionViolationError } from "@nats-io/transport-node";
import type { Bus, BusEvent, BusLog, Tracing } from "./bus.ts";
import { BrokerUnreachableError, TopologyError } from "./errors.ts";
import { openWire } from "./wire.ts";

const MINIMUM = [2, 12] as const;
const CALL_TIMEOUT_MS = 2000;
const DRAIN_LIMIT_MS = 5000;
/** How long a problem explains a failure that comes after it. */
const PROBLEM_MS = 10_000;

const silent: BusLog = { info() {}, warn() {}, error() {} };
const untraced: Tracing = { inject: () => ({}), process: (_message, _carrier, run) => run(), publish: (_message, run) => run() };

/** How to reach the broker, and as whom. */
export interface BusOptions {
  /** One URL, or several separated by commas. */
  servers: string;
  role: Role;
  /** The role's nkey seed. Without one it connects as nobody, to a broker without accounts (no least privilege). */
  seed?: string | undefined;
  log?: BusLog | undefined;
  tracing?: Tracing | undefined;
  /** Counts what happens on the connection. */
  count?: ((event: BusEvent) => void) | undefined;
  /** How long to try before giving up; for ever when omitted. */
  patienceMs?: number | undefined;
}

/**
 * Connects one role, trying until the broker is there.
 * @throws BrokerUnreachableError after `patienceMs`; TopologyError when the broker is older than 2.12.
 */
export async function openBus(options: BusOptions): Promise<Bus> {
  const { role, seed, log = silent, tracing = untraced, count = () => undefined } = options;
  const nc = await connectPatiently(options, log);
  const [major = 0, minor = 0] = (nc.info?.version ?? "0.0").split(".").map(Number);
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    await nc.close();
    throw new TopologyError(`the broker is nats-server ${nc.info?.version}; ${MINIMUM.join(".")} or newer is needed: upgrade it`);
  }
  let problem: { text: string; at: number } | undefined;
  const reconnected = new Set<() => void>();
  const wire = openWire(nc, inboxPrefix(role));
  const watching = watchStatus(nc, log, (event, text, error) => {
    count(event);
    if (error instanceof PermissionViolationError) wire.refuse(error.subject, error);
    if (text) problem = { text, at: Date.now() };
    if (event === "reconnect") for (const run of reconnected) run();
  });
  const apiPrefix = seed && !platformRoles.some((one) => one === role) ? WORKER_API_PREFIX : "$JS.API";
  return {
    role,
    nc,
    log,
    tracing,
    count,
    wire,
    api: apiPrefix,
    js: jetstream(nc, { timeout: CALL_TIMEOUT_MS, apiPrefix }),
    jsm: await jetstreamManager(nc, { checkAPI: false, timeout: CALL_TIMEOUT_MS, apiPrefix }),
    get connected() {
      return !nc.isClosed() && connectedNow.has(nc);
    },
    lastProblem: () => (problem && Date.now() - problem.at < PROBLEM_MS ? problem.text : undefined),
    onReconnect(run) {
      reconnected.add(run);
      return { [Symbol.dispose]: () => void reconnected.delete(run) };
    },
    async [Symbol.asyncDispose]() {
      wire.flush();
      await Promise.race([nc.drain().catch(() => undefined), delay(DRAIN_LIMIT_MS, undefined, { ref: false })]);
      await nc.close();
      await watching;
    },
  };
}

/** Where the answers to a role come: the broker lets it subscribe nowhere else. */
const inboxPrefix = (role: Role): string => `_INBOX_${role}`;

const connectedNow = new WeakSet<NatsConnection>();

async function connectPatiently(options: BusOptions, log: BusLog): Promise<NatsConnection> {
  const { role, seed, servers, patienceMs = Number.POSITIVE_INFINITY } = options;
  const started = Date.now();
  let said = "";
  for (;;) {
    try {
      const nc = await connect({
        servers: servers.split(",").map((server) => server.trim()),
        name: role,
        inboxPrefix: inboxPrefix(role),
        // A stack for every question that might fail costs more than the question.
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 500,
        reconnectJitter: 200,
        pingInterval: 10_000,
        maxPingOut: 2,
        timeout: CALL_TIMEOUT_MS,
        ignoreAuthErrorAbort: true,
        ...(seed ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed.trim())) } : {}),
      });
      connectedNow.add(nc);
      return nc;
    } catch (error) {
      const reason =
        error instanceof AuthorizationError
          ? `it refused ${role}: this nkey is not in its configuration`
          : `nothing answers at ${servers} (${error instanceof Error ? error.message : String(error)})`;
      if (Date.now() - started > patienceMs) throw new BrokerUnreachableError(reason, { cause: error });
      if (reason !== said) log.error({ err: error }, `waiting for the broker: ${reason}`);
      said = reason;
      await delay(500);
    }
  }
}

async function watchStatus(
  nc: NatsConnection,
  log: BusLog,
  note: (event: BusEvent, problem?: string, error?: Error) => void,
): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === "disconnect") {
      connectedNow.delete(nc);
      note("disconnect");
      log.warn({}, "lost the broker, reconnecting");
    } else if (status.type === "reconnect") {
      connectedNow.add(nc);
      note("reconnect");
      log.info({}, "reconnected to the broker");
    } else if (status.type === "error") {
      const { error } = status;
      const forbidden = error instanceof PermissionViolationError;
      const text = forbidden ? `the broker refused ${error.operation} ${error.subject}` : error.message;
      note(forbidden ? "forbidden" : "error", text, error);
      log.error({ err: error }, text);
    }
  }
}
