import cors from "@fastify/cors";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What a page of another origin may send. docs/api.md names the same; a test holds the two together. */
export const allowedHeaders = [
  "Content-Type",
  "Accept",
  "Authorization",
  "X-Demo-Fingerprint",
  "Idempotency-Key",
  "Cache-Control",
  "Prefer",
  "If-None-Match",
  "Last-Event-ID",
  "PAYMENT-SIGNATURE",
  // Of an answer, in truth: x402's public client puts it on the request that pays, and a browser asks for it.
  "Access-Control-Expose-Headers",
  "A2A-Version",
  "A2A-Extensions",
  "traceparent",
  "tracestate",
] as const;

/** What such a page may read, beside what browsers always show. */
export const exposedHeaders = [
  "Location",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "ETag",
  "X-Request-Id",
  "traceparent",
  "Idempotency-Key",
  "Idempotent-Replayed",
  "Webhook-Secret",
  "Preference-Applied",
  "WWW-Authenticate",
  "Allow",
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
] as const;

const PREFLIGHT_SECONDS = 7200;

/** True for a browser's question before a request. Any other OPTIONS is a method like any other: 405 or 404. */
const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers["access-control-request-method"] !== undefined;

/** Lets pages of any origin use the interface, without credentials: nothing here is told apart by cookies. */
export async function crossOrigin(app: FastifyInstance): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "OPTIONS" || isPreflight(request)) done();
    else reply.callNotFound();
  });
  await app.register(cors, {
    origin: "*",
    methods: ["GET", "HEAD", "POST"],
    allowedHeaders: [...allowedHeaders],
    // As one text: a list would be joined for every answer.
    exposedHeaders: exposedHeaders.join(", "),
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
}
