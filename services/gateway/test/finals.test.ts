import { createHash } from "node:crypto";
import { bucketStream, durables, subjects, TIMED_OUT } from "@token-sentiment/contract";
import { appendHistory, openBucket, writeFact, writeRow } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { workFinals } from "../src/index.ts";
import { limitsOf } from "../src/quota.ts";
import { completed, startGateway, type TestGateway, type TestGatewayOptions } from "./gateway.ts";

const demo = { calls: 2, perAddress: 20 };
const limits = limitsOf({ GATEWAY_DEMO_CALLS: demo.calls, GATEWAY_DEMO_PER_ADDRESS: demo.perAddress });
const log = createLog("silent", { service: "gateway", version: "0", instance: "test" });
const device = { "x-demo-fingerprint": "device-finals" };
const failed = (job_id: string) => ({ job_id, status: "failed", error: TIMED_OUT }) as const;

const start = (options: TestGatewayOptions = {}) => startGateway({ demo, ...options });
const work = async ({ broker }: TestGateway) =>
  workFinals({ bus: await broker.open("gateway"), clock: { now: () => Date.now() }, log, metrics: createMetrics(), limits });
const post = async (gateway: TestGateway, request_id: string) => gateway.post({ coin_symbol: "PEPE", request_id }, device);
const remaining = async (gateway: TestGateway): Promise<number> => (await gateway.call("/api/quota", { headers: device })).body.remaining;
/** Rows of ended jobs not yet worked. */
const unworked = async ({ gateway }: TestGateway): Promise<number> => {
  const { num_pending, num_ack_pending } = await gateway.jsm.consumers.info(bucketStream("jobs"), durables.finals);
  return num_pending + num_ack_pending;
};

test("a demo job that fails gives its call back, to the device and to its address; one that completes does not", async () => {
  await using gateway = await start();
  await using _finals = await work(gateway);
  const [one, two] = [await post(gateway, "one"), await post(gateway, "two")];
  expect((await post(gateway, "three")).status).toBe(403);
  const { job_id } = one.body;
  const revision = await gateway.settle({ job_id, status: "running", coin_symbol: "PEPE" });
  await gateway.settle(completed(two.body.job_id, "two"));
  await expect.poll(() => unworked(gateway)).toBe(0);
  expect(await remaining(gateway)).toBe(0);

  await gateway.settle(failed(job_id), revision);
  await expect.poll(() => remaining(gateway)).toBe(1);
  const quota = await openBucket(gateway.gateway, "quota");
  const keys = await keysOf(gateway);
  expect(keys.map((key) => key.split("-")[0]).toSorted((a, b) => (a! < b! ? -1 : 1))).toEqual(["device", "network"]);
  for (const key of keys) expect((await quota.get(key))?.value).toMatchObject([{ job_id: two.body.job_id }]);
  expect((await post(gateway, "three")).status).toBe(202);
  expect((await post(gateway, "four")).status).toBe(403);
  // The failed job is still there, and reading it again costs nothing.
  expect((await post(gateway, "one")).headers.get("idempotent-replayed")).toBe("true");
});

test("what failed while no gateway worked is given back when one does", async () => {
  await using gateway = await start();
  const { body } = await post(gateway, "one");
  await gateway.settle(failed(body.job_id));
  expect(await remaining(gateway)).toBe(1);
  await using _finals = await work(gateway);
  await expect.poll(() => remaining(gateway)).toBe(2);
});

test("a call half given back by a gateway that died is given back once, by whoever comes next", async () => {
  await using gateway = await start();
  const [one] = [await post(gateway, "one"), await post(gateway, "two")];
  const quota = await openBucket(gateway.gateway, "quota");
  const network = (await keysOf(gateway)).find((key) => key.startsWith("network"))!;
  const { value, revision } = (await quota.get(network))!;
  await quota.update(network, (value as object[]).slice(1), revision);
  await gateway.settle(failed(one.body.job_id));
  await using _one = await work(gateway);
  await using _two = await work(gateway);
  await expect.poll(() => remaining(gateway)).toBe(1);
  await expect.poll(() => unworked(gateway)).toBe(0);
  expect((await quota.get(network))?.value).toHaveLength(1);
});

test("a kill -9 of the broker gives nothing back twice, and loses no give-back", async () => {
  await using gateway = await start();
  await using _finals = await work(gateway);
  const one = await post(gateway, "one");
  await gateway.settle(failed(one.body.job_id));
  await expect.poll(() => remaining(gateway)).toBe(2);
  const two = await post(gateway, "two");
  await post(gateway, "three");
  await gateway.broker.kill();
  await gateway.broker.restart();
  await expect.poll(() => gateway.settle(failed(two.body.job_id)).catch(() => 0), { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(() => remaining(gateway), { timeout: 40_000 }).toBe(1);
  await expect.poll(() => unworked(gateway), { timeout: 40_000 }).toBe(0);
  expect(await remaining(gateway)).toBe(1);
});

test("a row without a request, and one that is not ours, stop nobody", async () => {
  await using gateway = await start();
  await using _finals = await work(gateway);
  const stranger = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";
  await writeRow(gateway.aggregator, stranger, { row: failed(stranger), requestAt: Date.now(), expectedRevision: 0 });
  await gateway.aggregator.js.publish(`$KV.jobs.${stranger.replace("8", "9")}`, "not a row");
  const { body } = await post(gateway, "one");
  await gateway.settle(failed(body.job_id));
  await expect.poll(() => remaining(gateway)).toBe(2);
  await expect.poll(() => unworked(gateway)).toBe(0);
});

/** The keys of the quota bucket. */
async function keysOf({ gateway }: TestGateway): Promise<string[]> {
  const keys = new Set<string>();
  for (let seq = 1; seq <= 20; seq++) {
    const message = await gateway.jsm.streams.getMessage(bucketStream("quota"), { seq }).catch(() => undefined);
    if (message) keys.add(message.subject.slice("$KV.quota.".length));
  }
  return [...keys];
}

const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const history = async (gateway: TestGateway, path: string) => gateway.call(`/api/tokens/${path}/history`);

test("a verdict joins its token's history once, newest first, and nothing there leads to who asked", async () => {
  await using gateway = await start({ demo: {} });
  expect((await history(gateway, `1/${PEPE}`)).body).toEqual({ chain_id: "1", contract_address: PEPE, verdicts: [] });
  await using _finals = await work(gateway);
  const ids: string[] = [];
  for (const request_id of ["one", "two", "three"]) {
    const { body } = await gateway.post({ coin_symbol: "PEPE", contract_address: PEPE, request_id });
    ids.push(body.job_id);
  }
  await gateway.settle(completed(ids[0]!, "one"));
  await expect.poll(async () => (await history(gateway, `1/${PEPE}`)).body.verdicts.length).toBe(1);
  await gateway.settle(failed(ids[1]!));
  // Written again, as by a gateway that was killed before it could acknowledge.
  const second = await gateway.settle(completed(ids[2]!, "three"));
  await gateway.settle(completed(ids[2]!, "three"), second);
  await expect.poll(() => unworked(gateway)).toBe(0);
  const { body } = await history(gateway, `1/${PEPE.toUpperCase().replace("0X", "0x")}`);
  expect(body.verdicts).toHaveLength(2);
  expect(body.verdicts[0]).toMatchObject({ coin_symbol: "PEPE", executable_verdict: "HOLD", confidence: 0.64, drama_index: 12 });
  expect(body.verdicts[0].settled_at).toBeGreaterThan(body.verdicts[1].settled_at);
  for (const id of ids) expect(JSON.stringify(body)).not.toContain(id);
  expect((await history(gateway, `56/${PEPE}`)).body.verdicts).toEqual([]);
});

test("the history of a symbol is that of the contract that the resolver found; without one there is none", async () => {
  await using gateway = await start({ demo: {} });
  await using _finals = await work(gateway);
  const [found, unknown] = [await post(gateway, "found"), await post(gateway, "unknown")];
  const token = { chain_id: "8453", coin_symbol: "PEPE", ambiguous: false, candidates: [], source: "test" };
  const resolver = await gateway.broker.open("resolver");
  const resolved = { ...token, job_id: found.body.job_id, contract_address: PEPE };
  await writeFact(resolver, { kind: "token", subject: subjects.token("8453", found.body.job_id), value: resolved });
  const none = { ...token, job_id: unknown.body.job_id };
  await writeFact(resolver, { kind: "token", subject: subjects.token("8453", unknown.body.job_id), value: none });
  for (const { body } of [found, unknown]) await gateway.settle(completed(body.job_id, body.job_id));
  await expect.poll(() => unworked(gateway)).toBe(0);
  expect((await history(gateway, `8453/${PEPE}`)).body.verdicts).toHaveLength(1);
});

test("the history keeps the last 50 of a token", async () => {
  await using gateway = await start({ demo: {} });
  const of = { chain: "1", token: createHash("sha256").update(PEPE).digest("hex") };
  const verdict = { coin_symbol: "PEPE", executable_verdict: "HOLD", confidence: 1, drama_index: 0, dominant_branch: "false_fud" };
  for (let n = 1; n <= 53; n++) await appendHistory(gateway.gateway, of, { id: `${n}`, value: { ...verdict, settled_at: n } });
  const { body } = await history(gateway, `1/${PEPE}`);
  expect(body.verdicts.map(({ settled_at }: { settled_at: number }) => settled_at)).toEqual(Array.from({ length: 50 }, (_, n) => 53 - n));
});

test.each([`9/${PEPE}`, "1/0x12", "1/%2a", "solana/0", "1/__proto__"])("the history of %s is a 400", async (path) => {
  await using gateway = await start({ worked: false });
  expect((await history(gateway, path)).body.code).toBe("invalid_parameter");
});
