import type { FastifyInstance } from "fastify";

/** For answers over TLS only: over plain HTTP the header means nothing (RFC 6797, 7.2), and a sandbox must not promise it. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";

/** What every answer says, also one that is made before or without a route: nothing of it may be loaded, framed or sniffed. */
export const securityHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  // Any origin may read the answers: see cross-origin.ts.
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
} as const;

/** Adds the security headers to every answer of a route; only who is asked over TLS is told to stay there. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(securityHeaders);
    if (request.protocol === "https") reply.header("strict-transport-security", STRICT_TRANSPORT);
    done();
  });
}
