import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { ApiError } from "./errors.ts";
import { lastEventIdOf } from "./event-bodies.ts";
import { jobEvents, STREAM_MS } from "./job-events.ts";
import { parseJobId } from "./job-id.ts";
import { leaving } from "./leaving.ts";
import { sendEvents } from "./send-events.ts";

type Events = FastifyRequest<{ Params: { job_id: string } }>;

/** Above the longest stream: the framework must not answer for one that is still running. */
const HANDLER_MS = STREAM_MS + 60_000;

/** `GET /api/agent/{job_id}/events`: a job's states and evidence as they come, as server-sent events. */
export function getEvents(app: FastifyInstance, context: AppContext): void {
  const { journals, bells, clock, reader, draining } = context;
  app.get(
    "/api/agent/:job_id/events",
    { handlerTimeout: HANDLER_MS, exposeHeadRoute: false },
    answering<Events>("GET /api/agent/{job_id}/events", context, async (request, reply) => {
      const jobId = parseJobId(request.params.job_id);
      if (jobId === undefined || !(await within(ANSWER_MS, reader.read(jobId)))) throw new ApiError("job_not_found");
      if (draining?.aborted) throw new ApiError("unavailable");
      const after = lastEventIdOf(request.headers["last-event-id"]);
      const until = leaving(reply, draining);
      sendEvents(reply, jobEvents(jobId, { journals, bells, reader, clock, after, until }));
    }),
  );
}
