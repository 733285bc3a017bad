import { setTimeout as delay } from "node:timers/promises";
import { type Job, Worker } from "bullmq";
import { findingsOf } from "../findings.ts";
import { type Asked, engineQueue, engines } from "./queues.ts";

// The answering engine as a BullMQ worker: `node engine.ts <redis port> <engine> <ms>`.
const [port, wanted, ms = "0"] = process.argv.slice(2);
const engine = engines.find((name) => name === wanted);
if (engine === undefined) throw new Error(`no engine ${wanted}`);

const worker = new Worker(
  engineQueue(engine),
  async ({ data }: Job<Asked>) => {
    if (Number(ms) > 0) await delay(Number(ms));
    const now = Date.now();
    return {
      job_id: data.job_id,
      engine,
      engine_version: "1.0.0",
      outcome: "observed",
      ...findingsOf(engine, now),
      cached: false,
      observed_at: now,
      elapsed_ms: 0,
    };
  },
  { connection: { port: Number(port) }, concurrency: 64 },
);
await worker.waitUntilReady();
process.stdout.write("ready\n");
