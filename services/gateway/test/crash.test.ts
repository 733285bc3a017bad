import { bucketStream, durables, type JobRow, streams } from "@token-sentiment/contract";
import { openBucket, openBus } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { workFinals } from "../src/index.ts";
import { limitsOf } from "../src/quota.ts";
import { type Cut, cutAfter, cutBefore } from "./cut.ts";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";
import { startGatewayProcess } from "./gateway-process.ts";

const HOUR = 60 * 60 * 1000;
const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const demo = { calls: 2, perAddress: 20 };
const limits = limitsOf({ GATEWAY_DEMO_CALLS: demo.calls, GATEWAY_DEMO_PER_ADDRESS: demo.perAddress });
const log = createLog("silent", { service: "gateway", version: "0", instance: "test" });
const key = { authorization: "Bearer good-key" };
const device = (name: string) => ({ "x-demo-fingerprint": `device-${name}` });
const quotaOf = async (gateway: TestGateway, headers: Record<string, string>) => (await gateway.call("/api/quota", { headers })).body;

/** A worker of finals in this process, behind a way that ends before one of its publishes. */
async function workBehind({ broker }: TestGateway, { url }: Cut): Promise<AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  const bus = stack.use(await openBus({ servers: url, role: "gateway", seed: await readFile(broker.seedFile("gateway"), "utf8") }));
  stack.use(await workFinals({ bus, clock: { now: () => Date.now() }, log, metrics: createMetrics(), limits }));
  return { [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
const work = async ({ broker }: TestGateway) =>
  workFinals({ bus: await broker.open("gateway"), clock: { now: () => Date.now() }, log, metrics: createMetrics(), limits });
const unworked = async ({ gateway }: TestGateway): Promise<number> => {
  const { num_pending, num_ack_pending } = await gateway.jsm.consumers.info(bucketStream("jobs"), durables.finals);
  return num_pending + num_ack_pending;
};

/** Where a gateway dies, while it works the end of which job. */
const deaths = [
  { before: "$KV.quota.network", of: "failed", as: "worker" },
  { before: "$KV.quota.device", of: "failed", as: "process" },
  { before: "$JS.ACK", of: "failed", as: "worker" },
  { before: "$KV.quota.network", of: "kept", as: "worker" },
  { before: "$KV.quota.device", of: "kept", as: "worker" },
  { before: "usage.", of: "keyed", as: "worker" },
  { before: "history.", of: "keyed", as: "process" },
  { before: "$JS.ACK", of: "keyed", as: "worker" },
] as const;

test("a gateway killed after any effect of a job's end: once another has worked it, each effect has happened exactly once", async () => {
  await using gateway = await startGateway({ demo });
  await using dead = new AsyncDisposableStack();
  await issueKey(gateway.broker, "good-key");
  for (const [n, { before, of, as }] of deaths.entries()) {
    const headers = of === "keyed" ? key : device(`${of}-${n}`);
    const request = { coin_symbol: "PEPE", request_id: `${n}`, ...(of === "keyed" && { contract_address: PEPE }) };
    const { job_id } = (await gateway.post(request, headers)).body;
    const cut = dead.use(await cutBefore(before, gateway.broker.url));
    const killed = as === "process" ? await startGatewayProcess(gateway, cut.url) : undefined;
    if (killed) dead.use(killed);
    else dead.use(await workBehind(gateway, cut));
    const row: JobRow = of === "failed" ? { job_id, status: "failed", error: "nobody answered" } : completed(job_id, `${n}`);
    await gateway.settle(row);
    await cut.reached;
    await killed?.kill();
    cut.sever();
  }
  expect(await unworked(gateway)).toBe(deaths.length);

  await using _one = await work(gateway);
  await using _two = await work(gateway);
  await expect.poll(() => unworked(gateway), { timeout: 40_000 }).toBe(0);
  const quota = await openBucket(gateway.gateway, "quota");
  const networks: unknown[] = [];
  for (const [n, { of }] of deaths.entries()) {
    if (of === "keyed") continue;
    expect([n, (await quotaOf(gateway, device(`${of}-${n}`))).remaining]).toEqual([n, of === "failed" ? 2 : 1]);
  }
  for (const stored of await quotaKeys(gateway)) {
    const entries = (await quota.get(stored))?.value as { job_id: string; kept?: true }[];
    expect(entries.every(({ kept }) => kept === true)).toBe(true);
    if (stored.startsWith("network")) networks.push(...entries);
  }
  // One entry of the network for each demo call whose job completed.
  expect(networks).toHaveLength(2);
  const usage = (await gateway.call("/api/usage", { headers: key })).body;
  expect([usage.total, usage.open]).toEqual([{ calls: 3, completed: 3, degraded: 0, failed: 0 }, 0]);
  expect((await gateway.call(`/api/tokens/1/${PEPE}/history`)).body.verdicts).toHaveLength(3);
});

/** The keys of the quota bucket. */
async function quotaKeys({ gateway }: TestGateway): Promise<Set<string>> {
  const { last_seq } = (await gateway.jsm.streams.info(bucketStream("jobs"))).state;
  const keys = new Set<string>();
  for (let seq = 1; seq <= 10 * last_seq; seq++) {
    const message = await gateway.jsm.streams.getMessage(bucketStream("quota"), { seq }).catch(() => undefined);
    if (message) keys.add(message.subject.slice("$KV.quota.".length));
  }
  return keys;
}

test.each([
  { step: "counting a demo call for its address and for its device", before: "$KV.quota.device" },
  { step: "counting a demo call and publishing it", before: "analysis.request." },
])("a gateway killed between $step costs neither anything, in 30 s and for ever after", async ({ before }) => {
  await using gateway = await startGateway({ demo: { calls: 2, perAddress: 2 } });
  await using cut = await cutBefore(before, gateway.broker.url);
  await using killed = await startGatewayProcess(gateway, cut.url);
  const body = JSON.stringify({ coin_symbol: "PEPE" });
  const headers = { "content-type": "application/json", ...device("crashed") };
  const answer = fetch(`${killed.url}/api/agent`, { method: "POST", headers, body }).catch(() => undefined);
  await cut.reached;
  await killed.kill();
  expect(await answer).toBeUndefined();
  // For a moment the request may still come.
  expect(await quotaOf(gateway, device("crashed"))).toMatchObject({ remaining: 1 });
  gateway.advance(31_000);
  expect(await quotaOf(gateway, device("crashed"))).toMatchObject({ remaining: 2 });
  // Nobody asked within a day: the entry is still there, and what it would have to be compared with could be gone.
  gateway.advance(25 * HOUR);
  expect(await quotaOf(gateway, device("crashed"))).toMatchObject({ remaining: 2, next_call_at: null });
  const calls = [1, 2, 3].map(async () => (await gateway.post({ coin_symbol: "PEPE" }, device("crashed"))).status);
  expect((await Promise.all(calls)).toSorted((a, b) => a - b)).toEqual([202, 202, 403]);
});

test.each([
  { step: "before it asks whether the request is known", at: "$JS.API.STREAM.MSG.GET.ANALYSIS", cut: cutBefore },
  { step: "before it counts the call for its address", at: "$KV.quota.network", cut: cutBefore },
  { step: "between counting it there and for its device", at: "$KV.quota.device", cut: cutBefore },
  { step: "between counting and publishing", at: "analysis.request.", cut: cutBefore },
  { step: "between publishing and answering", at: "analysis.request.", cut: cutAfter },
])("a gateway killed $step: the same request again is one job, one counted call, and nothing is lost", async ({ at, cut }) => {
  await using gateway = await startGateway({ demo: { calls: 2, perAddress: 2 } });
  await using way = await cut(at, gateway.broker.url);
  await using killed = await startGatewayProcess(gateway, way.url);
  const request = { coin_symbol: "PEPE", contract_address: PEPE, request_id: "again" };
  const headers = { "content-type": "application/json", ...device("again") };
  const answer = fetch(`${killed.url}/api/agent`, { method: "POST", headers, body: JSON.stringify(request) }).catch(() => undefined);
  await way.reached;
  await killed.kill();
  expect(await answer).toBeUndefined();
  way.sever();

  const again = await gateway.post(request, device("again"));
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, cut === cutAfter ? "true" : null]);
  const third = await gateway.post(request, device("again"));
  expect([third.status, third.headers.get("idempotent-replayed"), third.body]).toEqual([202, "true", again.body]);
  expect((await gateway.gateway.jsm.streams.info(streams.analysis)).state.messages).toBe(1);
  expect((await gateway.call(again.body.poll_url)).body).toMatchObject({ status: "pending", coin_symbol: "PEPE" });
  // Also when the entry of the killed one is too old to be waited for.
  expect(await quotaOf(gateway, device("again"))).toMatchObject({ remaining: 1 });
  gateway.advance(31_000);
  expect(await quotaOf(gateway, device("again"))).toMatchObject({ remaining: 1 });
  const others = [1, 2].map(async (n) => (await gateway.post({ ...request, request_id: `other-${n}` }, device("again"))).status);
  expect((await Promise.all(others)).toSorted((a, b) => a - b)).toEqual([202, 403]);
});
