import type { FastifyInstance } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { Intake } from "./intake.ts";
import { bodyOf, requestIdOf } from "./submission.ts";
import { paymentIn, priceTeller, takeOverHttp } from "./take-over-http.ts";

/** `POST /api/agent`: accepts an analysis with 202. */
export function postAgent(app: FastifyInstance, context: AppContext, intake: Intake): void {
  const { log, tracing, desk } = context;
  app.post(
    "/api/agent",
    { onRequest: priceTeller(context) },
    answering("POST /api/agent", { log, tracing, failed: intake.rejected }, async (request, reply) => {
      const body = bodyOf(request.body);
      const given = requestIdOf(body, request.headers["idempotency-key"]);
      const payment = paymentIn(request, context);
      const requestId = (given.generated && payment !== undefined && desk?.requestIdOf(payment)) || given.requestId;
      reply.header("idempotency-key", idempotencyKey(requestId));
      const fresh = /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(request.headers["cache-control"] ?? "");
      const asked = { body, requestId, generated: given.generated, fresh };
      const { accepted, replayed, headers, requestId: used } = await takeOverHttp(request, asked, { context, intake });
      if (used !== undefined) reply.header("idempotency-key", idempotencyKey(used));
      reply.headers(headers);
      if (replayed) reply.header("idempotent-replayed", "true");
      reply.code(202).header("location", accepted.poll_url).header("retry-after", "2").header("cache-control", "no-store");
      reply.send(accepted);
    }),
  );
}
