import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "./answer.ts";
import type { AppContext } from "./context.ts";
import { ANSWER_MS, within } from "./deadline.ts";
import { ApiError } from "./errors.ts";
import { parseJobId } from "./job-id.ts";
import { reportOf } from "./report.ts";

type Asked = FastifyRequest<{ Params: { job_id: string } }>;

/** `GET /api/agent/{job_id}/report`: why a job ended as it did. */
export function getReport(app: FastifyInstance, context: AppContext): void {
  const { bus, clock } = context;
  app.get(
    "/api/agent/:job_id/report",
    answering<Asked>("GET /api/agent/{job_id}/report", context, async (request, reply) => {
      const jobId = parseJobId(request.params.job_id);
      if (jobId === undefined) throw new ApiError("job_not_found");
      const report = await within(ANSWER_MS, reportOf(bus, jobId, clock.now()));
      reply.header("cache-control", "private, max-age=60").send(report);
    }),
  );
}
