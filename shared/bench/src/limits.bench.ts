import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { consume, writeFact } from "@token-sentiment/bus";
import { durables, engineRole, streams, subjects } from "@token-sentiment/contract";
import { startConstellation } from "@token-sentiment/local";
import { request } from "undici";
import { type Bench, type BenchRow, median, quantile } from "./bench.ts";
import { startBenchMarket } from "./bench-market.ts";
import { startChild } from "./child.ts";
import { closedLoop } from "./closed-loop.ts";
import { openAs } from "./open-as.ts";
import { openGets } from "./open-loop.ts";
import { cpuByRoom, type Side } from "./side.ts";

const POLLS_PER_SECOND = 500;
const AT_ONCE = 128;
const ENGINE = "security";

/** Makes `count` of something, so many at once; how many a second. */
async function rate(count: number, run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (1000 * count) / (performance.now() - began);
}

/** What the broker does in a second for one connection: facts that are written once, and deliveries that are acknowledged. */
async function jetstream(count: number, syncInterval?: string): Promise<BenchRow> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { brokerUrl } = stack.use(await startConstellation({ dataDir, services: [], ...(syncInterval !== undefined && { syncInterval }) }));
  const broker = { brokerUrl, keysDir: join(dataDir, "nats", "keys") };
  const gateway = stack.use(await openAs("gateway", broker));
  const engine = stack.use(await openAs(engineRole(ENGINE), broker));
  const published = await rate(count, () => {
    const job = randomUUID();
    return writeFact(gateway, { kind: "request", subject: subjects.request("1", job), value: { job_id: job, padding: "x".repeat(400) } });
  });
  const began = performance.now();
  const all = Promise.withResolvers<void>();
  let taken = 0;
  const work = { stream: streams.analysis, durable: durables.engine(ENGINE), concurrency: 64, beatMs: 3000, graceMs: 1000 };
  await using _worker = await consume(engine, work, async () => {
    if (++taken === count) all.resolve();
  });
  await all.promise;
  const consumed = (1000 * count) / (performance.now() - began);
  return {
    what: `bare JetStream, ${syncInterval ?? "default"} sync`,
    figures: { "published/s": published.toFixed(0), "consumed/s": consumed.toFixed(0) },
  };
}

async function polls(side: Side, paths: readonly string[], forMs: number): Promise<BenchRow> {
  await openGets(side, paths, { perSecond: POLLS_PER_SECOND, forMs: forMs / 2 });
  const before = cpuByRoom(side);
  const took = await openGets(side, paths, { perSecond: POLLS_PER_SECOND, forMs });
  const cpu = (cpuByRoom(side)["gateway"] ?? 0) - (before["gateway"] ?? 0);
  const figures = {
    p50: `${median(took).toFixed(2)} ms`,
    p99: `${quantile(took, 0.99).toFixed(2)} ms`,
    "CPU each": `${((1000 * cpu) / took.length).toFixed(0)} µs`,
  };
  return { what: `poll at ${POLLS_PER_SECOND}/s: ${side.name}`, figures };
}

async function beside(forMs: number): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const ours = stack.use(await startBenchMarket({ engineMs: 0 }));
  await closedLoop(ours, { clients: 8, forMs: 2000, waiting: "poll" });
  const [url = ""] = ours.urls;
  const headers = { "content-type": "application/json", ...ours.headers };
  const body = JSON.stringify({ coin_symbol: "LOAD", contract_address: `0x${"1".repeat(40)}` });
  const accepted = await (await request(`${url}/api/agent`, { method: "POST", headers, body })).body.json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
  const path = (accepted as { poll_url: string }).poll_url;
  const row = await (await request(`${url}${path}?wait=20`)).body.text();
  const dir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, "row.json"), row);
  const file = join(import.meta.dirname, "bare-fastify.ts");
  const bare = stack.use(await startChild(process.execPath, [file, join(dir, "row.json")], { ready: "ready" }));
  const fastify: Side = {
    name: "bare fastify, the same bytes",
    urls: [`http://127.0.0.1:${bare.said.split(" ")[1]}`],
    headers: {},
    pids: () => ({ gateway: [bare.pid] }),
    [Symbol.asyncDispose]: () => bare[Symbol.asyncDispose](),
  };
  return [await polls({ ...ours, name: "ours, a finished job" }, [path], forMs), await polls(fastify, [path], forMs)];
}

/** What the parts can do without the rest. */
export const bench: Bench = {
  title: "polls of a finished job beside the same bytes from a bare fastify; what the broker alone publishes and delivers",
  async run(say, { quick }) {
    const rows = await beside(quick ? 4000 : 10_000);
    for (const sync of [undefined, "always"]) {
      say(`JetStream, ${sync ?? "default"} sync`);
      rows.push(await jetstream((sync ? 2000 : 20_000) / (quick ? 4 : 1), sync));
    }
    return rows;
  },
};
