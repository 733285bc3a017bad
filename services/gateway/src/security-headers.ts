import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** For answers over TLS only: over plain HTTP the header means nothing (RFC 6797, 7.2), and a sandbox must not promise it. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";

/** Adds the security headers to every answer: nothing may be loaded, framed or sniffed; only who is asked over TLS is told to stay there. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Any origin may read the answers: see cross-origin.ts.
    crossOriginResourcePolicy: { policy: "cross-origin" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https") reply.header("strict-transport-security", STRICT_TRANSPORT);
  });
}
