import { type Bus, consume } from "@token-sentiment/bus";
import { durables, streams } from "@token-sentiment/contract";
import type { Log, Metrics, SealingSecret } from "@token-sentiment/runtime";
import { deliver, type Room } from "./deliver.ts";
import { createNotifierMetrics } from "./metrics.ts";
import { isPublicAddress } from "./public-address.ts";
import { nameResolver, ownNames } from "./resolve-name.ts";
import { createTargets, type TargetLimits } from "./targets.ts";

/** What a notifier runs on. */
export interface NotifierRoom extends Pick<Room, "bus" | "log" | "secret"> {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  secret: SealingSecret;
  /** Lets it reach loopback and private networks, by plain http and on any port: of a sandbox. */
  allowPrivate: boolean;
  /** Calls at once, in all; 256 when omitted. */
  concurrency?: number;
  /** Of one receiver 4, of one caller 16, when omitted. */
  limits?: TargetLimits;
  /** One attempt, ms; 15 s when omitted. */
  limitMs?: number;
  /** All addresses of a name; when omitted the name servers' word, in a sandbox this machine's. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Epoch ms; the process's clock when omitted. */
  now?: () => number;
  /** Numbers in [0, 1). */
  chance?: () => number;
  /** How long the broker holds what is to wait `ms` of `now`; so long when omitted. */
  brokerMs?: (ms: number) => number;
}

/** A call is a socket and a result of at most 64 KiB: so many callers have to be slow before others wait. */
const CALLS_AT_ONCE = 256;
const BEAT_MS = 3000;
const GRACE_MS = 4000;

/** Tells the ends of jobs to whoever asked for it, until it is disposed. At least once, under one id; what is to wait waits at the broker. */
export async function startNotifier(options: NotifierRoom): Promise<AsyncDisposable> {
  const { bus, log, secret, allowPrivate, concurrency = CALLS_AT_ONCE, limits = { perHost: 4, perCaller: 16 }, limitMs = 15_000 } = options;
  const {
    resolve = allowPrivate ? ownNames : nameResolver(),
    now = Date.now,
    chance = Math.random,
    brokerMs = (ms: number) => ms,
  } = options;
  const room: Room = {
    bus,
    log,
    secret,
    metrics: createNotifierMetrics(options.metrics),
    targets: createTargets(limits, () => performance.now()),
    sending: { resolve, limitMs, mayConnect: (address) => allowPrivate || isPublicAddress(address) },
    anywhere: allowPrivate,
    now,
    chance,
    brokerMs,
  };
  const work = { stream: streams.webhooks, durable: durables.notifier, concurrency, beatMs: BEAT_MS, graceMs: GRACE_MS };
  return await consume(bus, work, (delivery) => deliver(room, delivery));
}
