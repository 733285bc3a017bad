import { performance } from "node:perf_hooks";
import type { Log, Metrics } from "@token-sentiment/runtime";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Trace id of the span that answered it, "" before there is one. */
    traceId: string;
    startedAt: number;
  }
}

/** Whose errors an objective counts. */
const JUDGED = [
  ["POST", "/api/agent"],
  ["GET", "/api/agent/:job_id"],
] as const;

/** A route as people write it: without the router's patterns and escapes. */
const plain = (url: string): string => url.replaceAll(/(:\w+)\(.*?\)/g, "$1").replaceAll("::", ":");

/** Adds the request id to every answer, the RED metrics by route, and one access line of allowed fields: no bodies, paths or identifiers. */
export function observe(app: FastifyInstance, log: Log, metrics: Metrics): void {
  const seconds = metrics.histogram("tsa_gateway_http_request_seconds", "Time to answer, by route, method and status.", {
    labels: ["route", "method", "status"],
  });
  // The objective counts these: a series that begins with its first error has not increased by it.
  for (const [method, route] of JUDGED) for (const status of ["500", "503"]) seconds.zero({ route, method, status });
  app.decorateRequest("traceId", "");
  app.decorateRequest("startedAt", 0);
  app.addHook("onRequest", async (request, reply) => {
    request.startedAt = performance.now();
    reply.header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const elapsed = performance.now() - request.startedAt;
    const route = plain(request.routeOptions.url ?? "(none)");
    const { statusCode } = reply;
    seconds.observe({ route, method: request.method, status: String(statusCode) }, elapsed / 1000);
    const fields = { route, method: request.method, status: statusCode, ms: Math.round(elapsed * 10) / 10, http_request_id: request.id };
    log.info({ ...fields, ...(request.traceId === "" ? {} : { trace_id: request.traceId }) }, "answered");
  });
}
