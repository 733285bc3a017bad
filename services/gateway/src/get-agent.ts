import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { ApiError } from "./errors.ts";
import { parseJobId } from "./job-id.ts";
import { leaving } from "./leaving.ts";
import { waitForFinal, waitSecondsOf } from "./wait.ts";

type Poll = FastifyRequest<{ Params: { job_id: string }; Querystring: { wait?: unknown } }>;

/** True when `If-None-Match` names this version; weak comparison (RFC 9110). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);

/** `GET /api/agent/{job_id}`: the state of a job, at once or (`?wait=`, `Prefer: wait=`) when it is final. */
export function getAgent(app: FastifyInstance, context: AppContext): void {
  const { bells, clock, reader, limits, draining } = context;
  app.get(
    "/api/agent/:job_id",
    answering<Poll>("GET /api/agent/{job_id}", context, async (request, reply) => {
      const jobId = parseJobId(request.params.job_id);
      const seconds = waitSecondsOf(request.query.wait, [request.headers["prefer"] ?? ""].flat().join(","));
      if (jobId === undefined) throw new ApiError("job_not_found");
      let view = reader.kept(jobId) ?? (await within(ANSWER_MS, reader.read(jobId)));
      if (seconds > 0) {
        reply.header("preference-applied", `wait=${seconds}`);
        if (view && !view.final) {
          const { socket } = request.raw;
          // A waiter's socket is silent for longer than an idle one may be.
          socket.setTimeout(seconds * 1000 + limits.stalledMs);
          const until = leaving(reply, draining);
          view = await waitForFinal(jobId, { bells, reader, clock, ms: seconds * 1000, until });
          socket.setTimeout(limits.stalledMs);
        }
      }
      if (!view) throw new ApiError("job_not_found");
      reply.header("etag", view.etag).header("cache-control", view.final ? "private, max-age=60" : "no-store");
      if (!view.final) reply.header("retry-after", "2");
      if (matches(request.headers["if-none-match"], view.etag)) reply.code(304).send();
      else reply.type("application/json; charset=utf-8").send(view.body);
    }),
  );
}
