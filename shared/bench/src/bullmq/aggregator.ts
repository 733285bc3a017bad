import type { Evidence, Request } from "@token-sentiment/contract";
import { fold } from "@token-sentiment/model";
import { type Job, Worker } from "bullmq";
import { AGGREGATE, type Asked, engines } from "./queues.ts";

// The parent of a flow as a BullMQ worker, folding its children's values with the same model: `node aggregator.ts <redis port>`.
const worker = new Worker(
  AGGREGATE,
  async (job: Job<Asked>) => {
    const { at: requestAt, ...asked } = job.data;
    const values = Object.values(await job.getChildrenValues<Evidence>());
    const evidence = values.map((one, seq) => ({ evidence: one, at: one.observed_at, seq }));
    const request: Request = { ...asked, caller: "key:bench", chain_id: "1", expects: [...engines], budget_ms: 60_000 };
    return fold({ request, requestAt, evidence }).row;
  },
  { connection: { port: Number(process.argv[2]) }, concurrency: 64 },
);
await worker.waitUntilReady();
process.stdout.write("ready\n");
