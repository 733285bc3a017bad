import { randomUUID } from "node:crypto";
import { durables, streams } from "@token-sentiment/contract";
import { type Bus, consumerLoad, openApiKeys, openBucket } from "@token-sentiment/bus";
import type { Log, Metrics, SealingSecret, Tracing } from "@token-sentiment/runtime";
import Fastify, { type FastifyInstance } from "fastify";
import { sendA2aError } from "./a2a/a2a-error.ts";
import { A2A_PATH } from "./a2a/a2a-path.ts";
import { registerA2a } from "./a2a/register-a2a.ts";
import { createAdmission } from "./admission.ts";
import { sendError } from "./answer.ts";
import { createBells } from "./bells.ts";
import { createCallers } from "./callers.ts";
import { closeAnswered } from "./close-answered.ts";
import { closeUnused } from "./close-unused.ts";
import type { Config } from "./config.ts";
import type { AppContext } from "./context.ts";
import { getConsole } from "./console/get-console.ts";
import { crossOrigin } from "./cross-origin.ts";
import { discoveryExtensions } from "./discovery/bazaar.ts";
import { registerDiscovery } from "./discovery/register-discovery.ts";
import { createExamples } from "./examples.ts";
import { addFallbacks } from "./fallback.ts";
import { getAgent } from "./get-agent.ts";
import { getDocuments, recordRoutes } from "./get-documents.ts";
import { getEvents } from "./get-events.ts";
import { getReport } from "./get-report.ts";
import { hardenServer, refuseConnection } from "./harden-server.ts";
import { type HttpLimits, httpLimits } from "./http-limits.ts";
import { createIntake } from "./intake.ts";
import { createJobReader, type JobReader } from "./job-view.ts";
import { readJobJournal } from "./journal.ts";
import { limitConnections } from "./limit-connections.ts";
import { limitRate } from "./limit-rate.ts";
import { postMcp } from "./mcp/post-mcp.ts";
import { registerQuota } from "./register-quota.ts";
import { registerHistory } from "./register-history.ts";
import { registerReference } from "./register-reference.ts";
import { registerStatus } from "./register-status.ts";
import { registerUsage } from "./register-usage.ts";
import { createQuota, limitsOf } from "./quota.ts";
import { observe } from "./observe.ts";
import type { PaymentDesk } from "./payments/desk.ts";
import { type PaymentLimits, paymentLimits } from "./payments/limits.ts";
import type { PaymentTerms } from "./payments/terms.ts";
import { postAgent } from "./post-agent.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { shedLoad } from "./shed-load.ts";
import { together } from "./together.ts";
import { unrouted } from "./unrouted.ts";
import { getDeliveries } from "./webhooks/get-deliveries.ts";
import { webhookTargets } from "./webhooks/webhook-targets.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Undefined when payments are off. */
    desk: PaymentDesk | undefined;
  }
}

/** What the gateway is built from. */
export interface AppDependencies {
  bus: Bus;
  /** Broker time, epoch ms. */
  clock: { now(): number };
  config: Pick<
    Config,
    | "GATEWAY_CAPACITY"
    | "GATEWAY_REPLICAS"
    | "GATEWAY_DEMO_CALLS"
    | "GATEWAY_DEMO_PER_ADDRESS"
    | "GATEWAY_RATE_PER_MINUTE"
    | "GATEWAY_EXAMPLES_FILE"
    | "GATEWAY_PUBLIC_URL"
    | "GATEWAY_TRUST_PROXY"
    | "WEBHOOK_ALLOW_PRIVATE"
  >;
  /** Of jobs; one of its own when omitted. */
  reader?: JobReader;
  /** Other limits than those of payments in production. */
  paying?: Partial<PaymentLimits>;
  /** Keys every HMAC: job ids, fingerprints, addresses. At least 32 bytes. */
  pepper: string;
  /** Of gateways and notifiers; webhooks are off when left out. */
  webhookSecret?: SealingSecret | undefined;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** How an analysis is paid; payments are off when left out. */
  terms?: PaymentTerms | undefined;
  /** Aborts when the service begins to shut down: waiters are answered at once, submissions refused. */
  draining?: AbortSignal;
  /** Other limits than those of a server in production. */
  http?: Partial<HttpLimits>;
}

/** Builds the HTTP interface, not yet listening. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { bus, clock, config, log, metrics, terms } = dependencies;
  const http = { ...httpLimits, ...dependencies.http };
  const app = Fastify({
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.GATEWAY_TRUST_PROXY ?? false,
    bodyLimit: 16 * 1024,
    requestTimeout: http.requestMs,
    connectionTimeout: http.stalledMs,
    keepAliveTimeout: http.keepAliveMs,
    handlerTimeout: 40_000,
    maxRequestsPerSocket: 1000,
    routerOptions: { maxParamLength: 64 },
    http: { headersTimeout: http.headersMs, connectionsCheckingInterval: http.checkEveryMs, requireHostHeader: false },
    // Draining is told by the handlers, in our own words.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      const send = request.url.startsWith(`${A2A_PATH}/`) ? sendA2aError : sendError;
      send(log, unrouted(error, { request, reply }), { request, reply });
    },
  });
  app.server.maxConnections = http.connections;
  app.removeContentTypeParser("text/plain");

  const admission = createAdmission({
    capacity: config.GATEWAY_CAPACITY,
    replicas: config.GATEWAY_REPLICAS,
    load: () => consumerLoad(bus, streams.analysis, durables.requests),
  });
  const presence = await openBucket(bus, "presence");
  const limits = limitsOf(config);
  const limited = limits.perDevice > 0 || limits.perNetwork > 0;
  const quota = limited ? createQuota({ bus, bucket: await openBucket(bus, "quota"), clock, limits }) : undefined;
  const reader = dependencies.reader ?? createJobReader({ bus, clock });
  const journals = together((jobId) => readJobJournal(bus, jobId));
  const waiting = { bells: createBells(bus, metrics), reader, journals };
  const webhooks = webhookTargets(dependencies.webhookSecret, { anywhere: config.WEBHOOK_ALLOW_PRIVATE === "true" });
  const desk = await deskOf(dependencies, { admission, webhooks });
  app.decorate("desk", desk);
  if (desk) app.addHook("onClose", () => desk[Symbol.asyncDispose]());
  const context: AppContext = {
    ...dependencies,
    ...waiting,
    callers: createCallers(dependencies.pepper, await openApiKeys(bus)),
    admission,
    quota,
    webhooks,
    limits: http,
    desk,
    publicUrl: config.GATEWAY_PUBLIC_URL,
  };

  if (config.GATEWAY_TRUST_PROXY === undefined) limitConnections(app, http.connectionsOfOne);
  closeUnused(app);
  closeAnswered(app, dependencies.draining);
  recordRoutes(app);
  observe(app, log, metrics);
  addSecurityHeaders(app);
  await crossOrigin(app);
  hardenServer(app);
  await shedLoad(app, http);
  await limitRate(app, config.GATEWAY_RATE_PER_MINUTE);
  registerReference(app);
  // Nothing is awaited from here on: a route keeps the error handler that is set at the next await.
  const intake = createIntake(context);
  postAgent(app, context, intake);
  postMcp(app, context, intake);
  registerA2a(app, context, intake);
  getAgent(app, context);
  registerQuota(app, context);
  registerUsage(app, context);
  registerHistory(app, context);
  getEvents(app, context);
  getReport(app, context);
  getDeliveries(app, context);
  getDocuments(app, terms);
  registerDiscovery(app, { ...context, publicUrl: config.GATEWAY_PUBLIC_URL, terms });
  getConsole(app, context);
  registerStatus(app, context, presence);
  const examples = createExamples(config.GATEWAY_EXAMPLES_FILE, log);
  app.get("/api/examples", async (_request, reply) => reply.header("cache-control", "no-cache").send(await examples()));
  addFallbacks(app, log, (request, code) => {
    if (request.routeOptions.url === "/api/agent") intake.rejected(code);
  });
  return app;
}

/** Loaded only where payments are on: what they need takes longer to load than all the rest. */
async function deskOf(
  { terms, paying, ...options }: AppDependencies,
  shared: Pick<AppContext, "admission" | "webhooks">,
): Promise<PaymentDesk | undefined> {
  if (!terms) return undefined;
  const { openDesk } = await import("./payments/desk.ts");
  const extensions = await discoveryExtensions();
  return await openDesk({ ...options, ...shared, terms, extensions, limits: { ...paymentLimits, ...paying } });
}
