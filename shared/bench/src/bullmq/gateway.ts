import { randomUUID } from "node:crypto";
import { FlowProducer, Job, Queue } from "bullmq";
import Fastify from "fastify";
import { z } from "zod";
import { AGGREGATE, type Asked, engineQueue, engines } from "./queues.ts";

// The gateway's two routes over BullMQ flows, with nothing else around them: `node gateway.ts <redis port>`.
const connection = { port: Number(process.argv[2]) };
const flows = new FlowProducer({ connection });
const parents = new Queue<Asked>(AGGREGATE, { connection });
const Submission = z.object({ coin_symbol: z.string(), contract_address: z.string(), request_id: z.string() });

const app = Fastify();
app.post("/api/agent", async (request, reply) => {
  const job_id = randomUUID();
  const data: Asked = { job_id, ...Submission.parse(request.body), at: Date.now() };
  const children = engines.map((engine) => ({ name: engine, queueName: engineQueue(engine), data }));
  await flows.add({ name: AGGREGATE, queueName: AGGREGATE, data, opts: { jobId: job_id }, children });
  return reply.code(202).send({ job_id, status: "pending" });
});
app.get<{ Params: { job_id: string } }>("/api/agent/:job_id", async (request, reply) => {
  const job = await Job.fromId<Asked>(parents, request.params.job_id);
  if (!job) return reply.code(404).send({ code: "job_not_found" });
  if (job.finishedOn === undefined) return { job_id: job.id, status: "pending", coin_symbol: job.data.coin_symbol };
  return reply.send(job.returnvalue);
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.stdout.write(`ready ${typeof address === "object" ? address?.port : ""}\n`);
