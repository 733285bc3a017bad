import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ApiError } from "./errors.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { Intake } from "./intake.ts";
import { paymentLimits } from "./payments/limits.ts";
import { publicUrlOf } from "./public-url.ts";
import { bodyOf, requestIdOf } from "./submission.ts";

/** True for a POST without a body by somebody without a name: how marketplaces look what a call costs. */
const isProbe = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] === undefined &&
  (headers["content-length"] ?? "0") === "0" &&
  headers.authorization === undefined &&
  headers["x-demo-fingerprint"] === undefined &&
  headers["payment-signature"] === undefined;

/** `POST /api/agent`: accepts an analysis with 202. */
export function postAgent(app: FastifyInstance, context: AppContext, intake: Intake): void {
  const { log, tracing, desk, limits, publicUrl } = context;
  const urlOf = (request: FastifyRequest): string => `${publicUrlOf(request, publicUrl).url}/api/agent`;
  app.post(
    "/api/agent",
    {
      // Before the body is missed.
      async onRequest(request) {
        if (desk && isProbe(request)) throw desk.challenge(urlOf(request));
      },
    },
    answering("POST /api/agent", { log, tracing, failed: intake.rejected }, async (request, reply) => {
      const body = bodyOf(request.body);
      const { authorization, "x-demo-fingerprint": fingerprint, "payment-signature": signature } = request.headers;
      const header = desk && signature !== undefined ? String(signature) : undefined;
      const given = requestIdOf(body, request.headers["idempotency-key"]);
      const requestId = (given.generated && header !== undefined && desk?.requestIdOf(header)) || given.requestId;
      reply.header("idempotency-key", idempotencyKey(requestId));
      const credentials = { authorization, fingerprint, address: request.ip };
      const fresh = /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(request.headers["cache-control"] ?? "");
      const { socket } = request.raw;
      // While a payment is settled its socket is silent for longer than an idle one may be.
      if (header !== undefined) socket.setTimeout(paymentLimits.answerMs + limits.stalledMs);
      const payment = header === undefined ? undefined : { header, url: urlOf(request) };
      const taken = intake.take({ body, requestId, generated: given.generated, credentials, fresh }, payment);
      const {
        accepted,
        replayed,
        headers,
        requestId: used,
      } = await taken
        .catch((error: unknown) => {
          if (!(desk && error instanceof ApiError && error.code === "demo_limit_reached")) throw error;
          throw desk.challenge(urlOf(request), error.code, error.headers);
        })
        .finally(() => header !== undefined && socket.setTimeout(limits.stalledMs));
      if (used !== undefined) reply.header("idempotency-key", idempotencyKey(used));
      reply.headers(headers);
      if (replayed) reply.header("idempotent-replayed", "true");
      reply.code(202).header("location", accepted.poll_url).header("retry-after", "2").header("cache-control", "no-store");
      reply.send(accepted);
    }),
  );
}
