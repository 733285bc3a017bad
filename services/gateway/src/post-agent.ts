import type { FastifyInstance } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { Intake } from "./intake.ts";
import { bodyOf, requestIdOf } from "./submission.ts";

/** `POST /api/agent`: accepts an analysis with 202. */
export function postAgent(app: FastifyInstance, { log, tracing }: AppContext, intake: Intake): void {
  app.post(
    "/api/agent",
    answering("POST /api/agent", { log, tracing, failed: intake.rejected }, async (request, reply) => {
      const body = bodyOf(request.body);
      const { requestId, generated } = requestIdOf(body, request.headers["idempotency-key"]);
      reply.header("idempotency-key", idempotencyKey(requestId));
      const { authorization, "x-demo-fingerprint": fingerprint } = request.headers;
      const credentials = { authorization, fingerprint, address: request.ip };
      const fresh = /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(request.headers["cache-control"] ?? "");
      const { accepted, replayed, headers } = await intake.take({ body, requestId, generated, credentials, fresh });
      reply.headers(headers);
      if (replayed) reply.header("idempotent-replayed", "true");
      reply.code(202).header("location", accepted.poll_url).header("retry-after", "2").header("cache-control", "no-store");
      reply.send(accepted);
    }),
  );
}
