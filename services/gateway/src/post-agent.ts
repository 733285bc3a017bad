import type { FastifyInstance } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { ApiError } from "./errors.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { submit } from "./submit.ts";
import { bodyOf, requestIdOf } from "./submission.ts";

/** `POST /api/agent`: accepts an analysis with 202. Answers how to count a refusal that happened before the handler. */
export function postAgent(app: FastifyInstance, context: AppContext): (reason: string) => void {
  const { log, metrics, tracing, draining } = context;
  const accepted = metrics.counter("tsa_gateway_jobs_accepted_total", "Analyses accepted.");
  const replayed = metrics.counter("tsa_gateway_jobs_replayed_total", "Requests answered with the job they had started before.");
  const rejected = metrics.counter("tsa_gateway_jobs_rejected_total", "Requests for an analysis that were refused, by reason.", {
    labels: ["reason"],
  });
  const failed = (reason: string): void => rejected.inc({ reason });

  app.post(
    "/api/agent",
    answering("POST /api/agent", { log, tracing, failed }, async (request, reply) => {
      const body = bodyOf(request.body);
      const { requestId, generated } = requestIdOf(body, request.headers["idempotency-key"]);
      reply.header("idempotency-key", idempotencyKey(requestId));
      if (draining?.aborted) throw new ApiError("unavailable");
      const { authorization, "x-demo-fingerprint": fingerprint } = request.headers;
      const credentials = { authorization, fingerprint, address: request.ip };
      const fresh = /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(request.headers["cache-control"] ?? "");
      const result = await within(ANSWER_MS, submit({ body, requestId, generated, credentials, fresh }, context));
      reply.headers(result.headers);
      if (result.replayed) {
        replayed.inc();
        reply.header("idempotent-replayed", "true");
      } else {
        accepted.inc();
        log.info({ job_id: result.accepted.job_id }, "accepted a job");
      }
      reply.code(202).header("location", result.accepted.poll_url).header("retry-after", "2").header("cache-control", "no-store");
      reply.send(result.accepted);
    }),
  );
  return failed;
}
