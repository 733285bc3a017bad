import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { consume, openBus, writeFact } from "@token-sentiment/bus";
import { durables, engineRole, type Role, streams, subjects } from "@token-sentiment/contract";
import { openTracing } from "@token-sentiment/runtime";
import { evidenceOf, requestOf } from "./aggregator/evidence.ts";

// `node traced-hops.ts BROKER KEYS_DIR COUNT RATIO [COLLECTOR]`: so many requests are written, taken and answered by one process; its CPU for each
// goes to stdout. RATIO "none" = no tracing at all; without a COLLECTOR it is off.
const [broker = "", keysDir = "", counted = "0", ratio = "none", collector] = process.argv.slice(2);
const ENGINE = "security";
const AT_ONCE = 64;
const WARM = 1000;

await using stack = new AsyncDisposableStack();
const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: Number(ratio) || 0 };
const tracing = ratio === "none" ? undefined : await openTracing("bench", settings, stack);
const open = async (role: Role) =>
  stack.use(await openBus({ servers: broker, role, tracing, seed: await readFile(join(keysDir, `${role}.nkey`), "utf8") }));
const [gateway, engine] = [await open("gateway"), await open(engineRole(ENGINE))];

const answered = new Map<string, () => void>();
const work = { stream: streams.analysis, durable: durables.engine(ENGINE), concurrency: AT_ONCE, beatMs: 3000, graceMs: 1000 };
stack.use(
  await consume(engine, work, async ({ fact }) => {
    const job = fact.subject.split(".").at(-1) ?? "";
    await writeFact(engine, {
      kind: "evidence",
      subject: subjects.evidence(ENGINE, job),
      value: evidenceOf(ENGINE, job, { signals: 4, seed: 1 }),
    });
    answered.get(job)?.();
  }),
);

async function hop(): Promise<void> {
  const job = randomUUID();
  const { promise, resolve } = Promise.withResolvers<void>();
  answered.set(job, resolve);
  const post = () => writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: requestOf(job, [ENGINE]) });
  await (tracing ? tracing.serve("POST /api/agent", {}, post) : post());
  await promise;
  answered.delete(job);
}

async function hops(count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await hop();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

await hops(WARM);
const [before, began] = [process.cpuUsage(), performance.now()];
await hops(Number(counted));
const { user, system } = process.cpuUsage(before);
const [cpuUs, tookMs] = [user + system, performance.now() - began];
process.stdout.write(`${JSON.stringify({ cpuUs: cpuUs / Number(counted), aSecond: (1000 * Number(counted)) / tookMs })}\n`);
