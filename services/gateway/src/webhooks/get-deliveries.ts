import type { FastifyInstance, FastifyRequest } from "fastify";
import { answering } from "../answer.ts";
import type { AppContext } from "../context.ts";
import { ANSWER_MS, within } from "../deadline.ts";
import { ApiError } from "../errors.ts";
import { parseJobId } from "../job-id.ts";
import { deliveriesOf } from "./deliveries.ts";

type Asked = FastifyRequest<{ Params: { job_id: string } }>;

/** `GET /api/agent/{job_id}/deliveries`: what came of telling a job's end. By the job's id alone, as its result is: neither URL nor secret is in it. */
export function getDeliveries(app: FastifyInstance, context: AppContext): void {
  const { bus } = context;
  app.get(
    "/api/agent/:job_id/deliveries",
    answering<Asked>("GET /api/agent/{job_id}/deliveries", context, async ({ params }, reply) => {
      const jobId = parseJobId(params.job_id);
      const view = jobId === undefined ? undefined : await within(ANSWER_MS, deliveriesOf(bus, jobId));
      if (!view) throw new ApiError("job_not_found");
      reply.header("cache-control", "no-store").send(view);
    }),
  );
}
