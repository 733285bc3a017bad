import { type ApiKey, durables, type JobRow, parseFact, streams } from "@token-sentiment/contract";
import { type Bus, consume, openApiKeys, readRequest, writeRow } from "@token-sentiment/bus";
import { createLog, createMetrics, type Log, type SealingSecret, unrecordedTracing } from "@token-sentiment/runtime";
import { startBroker, type TestBroker, type TestBrokerOptions } from "@token-sentiment/testing";
import type { HttpLimits } from "../src/http-limits.ts";
import { buildApp } from "../src/index.ts";
import type { PaymentLimits } from "../src/payments/limits.ts";
import type { PaymentTerms } from "../src/payments/terms.ts";

/** A JSON answer with its status and headers. */
interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/** A gateway on a broker of its own, its queue worked by somebody who holds what it gets. */
export interface TestGateway extends AsyncDisposable {
  broker: TestBroker;
  gateway: Bus;
  aggregator: Bus;
  url: string;
  /** What the application registered. */
  routes: readonly string[];
  /** Moves the gateway's clock, in ms. */
  advance(ms: number): void;
  metrics(): Promise<string>;
  call(path: string, init?: RequestInit): Promise<Answer>;
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Writes a job's row as the aggregator does. */
  settle(row: JobRow, expectedRevision?: number): Promise<number>;
  /** Ends the deliveries of all jobs, and of those to come: their slots are free. */
  release(): void;
  drain(): void;
  /** Looks, now, for payments that were left. */
  reconcile(): Promise<void>;
  /** How many clients are connected. */
  connections(): Promise<number>;
}

/** Options of a test gateway. */
export interface TestGatewayOptions extends TestBrokerOptions {
  capacity?: number;
  /** Silent when omitted. */
  log?: Log;
  examplesFile?: string;
  /** Demo limits; off when omitted. */
  demo?: { calls?: number; perAddress?: number };
  /** Another gateway's broker, to share it. */
  broker?: TestBroker;
  /** False leaves the queue unworked. */
  worked?: boolean;
  /** Of one address; no limit when omitted. */
  ratePerMinute?: number;
  trustProxy?: string;
  publicUrl?: string;
  /** Payments are off when omitted. */
  terms?: PaymentTerms;
  paying?: Partial<PaymentLimits>;
  http?: Partial<HttpLimits>;
  /** Off when omitted. */
  webhooks?: { secret: SealingSecret; anywhere?: boolean };
  /** Where the gateway reaches the broker, when not directly. */
  brokerUrl?: string;
}

/** Of every gateway of the tests. */
export const PEPPER = "a pepper of at least thirty-two bytes";

/** Starts one. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { capacity = 64, examplesFile, demo = {}, worked = !options.broker, ratePerMinute = 0, http = {} } = options;
  await using starting = new AsyncDisposableStack();
  const broker = options.broker ?? starting.use(await startBroker(options));
  const gateway = await broker.open("gateway", options.brokerUrl === undefined ? {} : { servers: options.brokerUrl });
  const aggregator = await broker.open("aggregator");
  const released = Promise.withResolvers<void>();
  starting.defer(() => released.resolve());
  if (worked) {
    const work = { stream: streams.analysis, durable: durables.requests, concurrency: 500, beatMs: 5000, graceMs: 100 };
    starting.use(await consume(aggregator, work, () => released.promise));
    starting.defer(() => released.resolve());
  }
  const metrics = createMetrics();
  const draining = new AbortController();
  let offset = 0;
  const app = await buildApp({
    bus: gateway,
    clock: { now: () => Date.now() + offset },
    config: {
      GATEWAY_CAPACITY: capacity,
      GATEWAY_REPLICAS: 1,
      GATEWAY_DEMO_CALLS: demo.calls ?? 0,
      GATEWAY_DEMO_PER_ADDRESS: demo.perAddress ?? 0,
      GATEWAY_RATE_PER_MINUTE: ratePerMinute,
      GATEWAY_EXAMPLES_FILE: examplesFile,
      GATEWAY_PUBLIC_URL: options.publicUrl,
      GATEWAY_TRUST_PROXY: options.trustProxy,
      WEBHOOK_ALLOW_PRIVATE: options.webhooks?.anywhere ? "true" : "",
    },
    pepper: PEPPER,
    webhookSecret: options.webhooks?.secret,
    terms: options.terms,
    ...(options.paying && { paying: options.paying }),
    log: options.log ?? createLog("silent", { service: "gateway", version: "0", instance: "test" }),
    metrics,
    tracing: unrecordedTracing(),
    draining: draining.signal,
    // Who attacks, who works the queue and who answers share one event loop here: it lags for reasons that are not the gateway's.
    http: { loopDelayMs: 0, ...http },
  });
  starting.defer(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const call: TestGateway["call"] = async (path, init) => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  const stack = starting.move();
  return {
    broker,
    gateway,
    aggregator,
    url,
    routes: app.routeList,
    advance: (ms) => void (offset += ms),
    metrics: () => metrics.text(),
    call,
    post: (body, headers = {}) =>
      call("/api/agent", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async settle(row, expectedRevision = 0) {
      const request = await readRequest(gateway, row.job_id);
      if (!request) throw new Error("no such job");
      parseFact("request", request);
      const written = await writeRow(aggregator, row.job_id, { row, requestAt: request.at, expectedRevision });
      if (written === "conflict") throw new Error("another row was there");
      return written;
    },
    release: () => released.resolve(),
    drain: () => draining.abort(),
    reconcile: async () => await app.desk?.reconcile(),
    connections: () =>
      new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** How many clients wait, by way, as the metrics tell it. */
export const waitersIn = (metrics: string): Record<string, number> =>
  Object.fromEntries([...metrics.matchAll(/tsa_gateway_waiters\{way="(\w+)"\} (\d+)/g)].map(([, way, count]) => [way, Number(count)]));

/** How many subscriptions a gateway has at its broker. */
export const subscriptions = ({ gateway }: TestGateway): number => {
  const { protocol } = gateway.nc as unknown as { protocol: { subscriptions: { size(): number } } };
  return protocol.subscriptions.size();
};

/** Makes `key` a production key. */
export async function issueKey(broker: TestBroker, key: string, more: Partial<ApiKey> = {}): Promise<void> {
  const keys = await openApiKeys(await broker.open("operator"));
  await keys.add(key, { id: "acme", created_at: 1, ...more });
}

/** A payload that fits the contract. */
export const completed = (job_id: string, request_id: string): JobRow => ({
  job_id,
  status: "completed",
  coin_symbol: "PEPE",
  payload: {
    request_id,
    coin_symbol: "PEPE",
    status: "ok",
    executable_verdict: "HOLD",
    confidence: 0.64,
    drama_index: 12,
    chatter_level: 0,
    risk_score: 20,
    dominant_branch: "false_fud",
    branch_probabilities: { real_crash: 0.05, false_fud: 0.8, whale_manipulation: 0.15 },
    evidence_chain: ["[SECURITY] 12 of 12 recent buyers can sell"],
    coordination_signals: { unique_author_ratio: 1, duplicate_text_cluster_size: 0, cross_platform_burst_window_minutes: 0 },
    served_from_cache: false,
    pipeline_elapsed_ms: 1200,
  },
});
