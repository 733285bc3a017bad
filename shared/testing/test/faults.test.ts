import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { consumerLoad, openBus } from "@token-sentiment/bus";
import { durables, engineRole, enginesFor, type Example, streams } from "@token-sentiment/contract";
import { type Constellation, startConstellation } from "@token-sentiment/local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, type Tracked, violations } from "@token-sentiment/testing";
import { collectSpans, type SpanCollector } from "../src/trace/span-collector.ts";

let all: Constellation;
let dataDir: string;
let agent: ReturnType<typeof client>;
let examples: Example[];
let collector: SpanCollector;
const lines: { service: string; line: Record<string, unknown> }[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tsa-faults-"));
  collector = await collectSpans();
  all = await startConstellation({
    dataDir,
    replicas: { aggregator: 2 },
    env: {
      GATEWAY_CAPACITY: "512",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: "1",
      OTEL_BSP_SCHEDULE_DELAY: "200",
    },
    onLog: (service, line) => void lines.push({ service, line: line }),
  });
  agent = client(() => all.url, all.key);
  examples = (await agent.examples()).filter(({ chain_id }) => chain_id === "1");
}, 120_000);
afterAll(async () => {
  await all?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** Each under a symbol of its own, so that no evidence comes from the cache: every job is simulated. */
const requestFor = (n: number) => {
  const { contract_address, chain_id } = examples[n % examples.length]!;
  const request_id = randomUUID();
  return { coin_symbol: `T${request_id.slice(0, 8)}`, contract_address, chain_id, request_id };
};

/** Requests that the aggregators still hold, or have yet to take. */
async function outstanding(): Promise<number> {
  const seed = await readFile(join(dataDir, "nats/keys/gateway.nkey"), "utf8");
  await using bus = await openBus({ servers: all.brokerUrl, role: "gateway", seed, patienceMs: 10_000 });
  return (await consumerLoad(bus, streams.analysis, durables.requests)).outstanding;
}

/** A hundred jobs, all open at once because the engine is frozen; then `hurt`, and the engine goes on. */
async function load(hurt: () => void): Promise<{ jobs: Tracked[]; recoveryMs: number }> {
  all.kill("engine-security", "SIGSTOP");
  const jobs = await Promise.all(Array.from({ length: 100 }, (_, n) => agent.submit(requestFor(n))));
  await Promise.all(jobs.map((job) => agent.poll(job)));
  expect(jobs.filter(({ seen }) => !["pending", "running"].includes(seen.at(-1)!.status))).toEqual([]);
  hurt();
  const hurtAt = Date.now();
  all.kill("engine-security", "SIGCONT");
  await Promise.all(jobs.map((job) => agent.untilFinal(job)));
  const recoveryMs = Date.now() - hurtAt;
  // Once more: what was final stays so.
  await Promise.all(jobs.map((job) => agent.poll(job)));
  return { jobs, recoveryMs };
}

const judge = ({ jobs, recoveryMs }: Awaited<ReturnType<typeof load>>, victim: string): void => {
  process.stdout.write(`  kill -9 of ${victim} with 100 jobs open: all final ${recoveryMs} ms after it\n`);
  expect(new Set(jobs.map(({ job_id }) => job_id)).size).toBe(100);
  expect(jobs.flatMap(({ job_id, seen }) => violations(job_id, seen))).toEqual([]);
  expect(jobs.filter(({ seen }) => seen.at(-1)?.status !== "completed")).toEqual([]);
};

test("one trace goes from the POST through every service to the verdict", { timeout: 60_000 }, async () => {
  const trace = randomUUID().replaceAll("-", "");
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  const body = JSON.stringify(requestFor(0));
  const headers = { "content-type": "application/json", authorization: `Bearer ${all.key}`, traceparent };
  const { code, body: accepted } = await agent.call("/api/agent", { method: "POST", headers, body });
  expect(code).toBe(202);
  await agent.untilFinal({ job_id: String(accepted["job_id"]), seen: [] });
  const services = () => new Set(lines.filter(({ line }) => line["trace_id"] === trace).map(({ service }) => service.replace(/-\d+$/, "")));
  const asked = ["gateway", ...enginesFor("1").map(engineRole), "aggregator"];
  await expect.poll(services, { timeout: 5000 }).toEqual(new Set(asked));

  // Each span below that of whoever caused it, in whichever process; a slow job also has a row that says that it is running.
  const engines = enginesFor("1").map(engineRole);
  const tree = (parentSpanId: string | undefined): string[] =>
    collector.spans
      .filter(
        (span) =>
          span.traceId === trace && span.parentSpanId === parentSpanId && !(span.name === "publish $KV.jobs" && span.links.length === 0),
      )
      .flatMap(({ name, service, spanId }) => [`${service.replace(/-\d+$/, "")}: ${name}`, ...tree(spanId).map((line) => `  ${line}`)]);
  const expected = [
    "gateway: POST /api/agent",
    "  gateway: publish analysis.request",
    ...engines.flatMap((engine) => [`    ${engine}: process analysis.request`, `      ${engine}: publish analysis.evidence`]),
    "    aggregator: process analysis.request",
    "      aggregator: publish $KV.jobs",
    "        gateway: process $KV.jobs",
  ];
  await expect.poll(() => tree("00f067aa0ba902b7").toSorted(), { timeout: 20_000 }).toEqual(expected.toSorted());
  const ofTrace = collector.spans.filter(({ traceId }) => traceId === trace);
  const evidence = ofTrace.filter(({ name }) => name === "publish analysis.evidence").map(({ spanId }) => spanId);
  const verdict = ofTrace.find(({ name, links }) => name === "publish $KV.jobs" && links.length > 0);
  expect(verdict?.links.toSorted()).toEqual(evidence.toSorted());
});

// One at a time, and under a load that goes on: shared/chaos/test/faults.test.ts.
test(
  "a kill -9 of gateway, engine, aggregator and broker at once, with a hundred jobs open, loses none",
  { timeout: 120_000 },
  async () => {
    const victims = ["gateway", "engine-security", "aggregator", "broker"];
    const before = victims.map((victim) => all.restarts(victim));
    const outcome = await load(() => {
      for (const victim of victims) all.kill(victim, "SIGKILL");
    });
    await Promise.all(victims.slice(0, 3).map((victim) => all.ready(victim)));
    expect(victims.map((victim) => all.restarts(victim))).toEqual(before.map((count) => count + 1));
    judge(outcome, "gateway, engine, aggregator and broker");
    await expect.poll(outstanding, { timeout: 20_000 }).toBe(0);
  },
);

test("with its engine stopped a job is final after 15 s, not 60", { timeout: 90_000 }, async () => {
  await all.stop("engine-security");
  const started = Date.now();
  const job = await agent.submit(requestFor(0));
  const end = await agent.untilFinal(job, 40_000);
  const tookMs = Date.now() - started;
  process.stdout.write(`  engine stopped: final after ${tookMs} ms\n`);
  expect(end).toMatchObject({ status: "completed", body: { payload: { status: "degraded" } } });
  expect(tookMs).toBeGreaterThan(14_000);
  expect(tookMs).toBeLessThan(30_000);
  await all.start("engine-security");
  expect((await agent.untilFinal(await agent.submit(requestFor(1)))).status).toBe("completed");
});
