import { presenceKey, workerOf, workerRoles } from "@token-sentiment/contract";
import { type Bucket, openBucket } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { StatusView } from "../src/status.ts";
import { startGateway, type TestGateway } from "./gateway.ts";

/** A look is shared for a second; nobody waits longer than this to hear that the broker is away. */
const LIMIT_MS = 3500;

/** Every worker that is expected, each saying under its own account that it is there. */
async function announceAll({ broker }: TestGateway): Promise<Map<string, Bucket>> {
  const buckets = new Map<string, Bucket>();
  for (const role of workerRoles) {
    const name = workerOf(role)!;
    buckets.set(name, await openBucket(await broker.open(role), "presence"));
    await announce(buckets, [name], { node: "closed" });
  }
  return buckets;
}
const announce = async (buckets: Map<string, Bucket>, [engine, instance = "one"]: string[], upstreams: Record<string, string>) =>
  await buckets.get(engine!)!.put(presenceKey(engine!, instance), { engine, instance, version: "1.2.3", upstreams });

const status = async (gateway: TestGateway) => {
  const { status: http, headers, body } = await gateway.call("/status");
  expect([http, headers.get("cache-control")]).toEqual([200, "public, max-age=1"]);
  return StatusView.parse(body);
};
const says = (gateway: TestGateway, wanted: object) => expect.poll(() => status(gateway), { timeout: 15_000 }).toMatchObject(wanted);
const worker = (name: string, more: object) => ({ workers: expect.arrayContaining([expect.objectContaining({ name, ...more })]) });

test("GET /status is ok with everybody there, degraded by one that is absent or has given an upstream up, and ok again", async () => {
  await using gateway = await startGateway();
  const buckets = await announceAll(gateway);
  await says(gateway, { status: "ok", broker: "reachable", queue_worked: true, open_jobs: 0 });
  const { workers, checked_at } = await status(gateway);
  expect(workers!.map(({ name }) => name).toSorted()).toEqual([...buckets.keys()].toSorted());
  expect(Math.abs(checked_at - Date.now())).toBeLessThan(10_000);

  // The worst circuit of two processes is told.
  await announce(buckets, ["security", "two"], { node: "open" });
  await says(gateway, { status: "degraded", ...worker("security", { instances: 2, versions: ["1.2.3"], upstreams: { node: "open" } }) });
  await announce(buckets, ["security", "two"], { node: "half-open" });
  await says(gateway, { status: "degraded", ...worker("security", { upstreams: { node: "half-open" } }) });
  await buckets.get("security")!.delete(presenceKey("security", "two"));
  await says(gateway, { status: "ok" });

  await buckets.get("resolver")!.delete(presenceKey("resolver", "one"));
  await says(gateway, { status: "degraded", ...worker("resolver", { instances: 0, versions: [], upstreams: {} }) });
  await announce(buckets, ["resolver"], {});
  await gateway.post({ coin_symbol: "PEPE" });
  await says(gateway, { status: "ok", open_jobs: 1 });
});

test("GET /status is down while nobody works the queue, and a POST is refused then", async () => {
  await using gateway = await startGateway({ worked: false });
  await announceAll(gateway);
  await says(gateway, { status: "down", broker: "reachable", queue_worked: false, open_jobs: 0 });
  expect((await gateway.post({ coin_symbol: "PEPE" })).status).toBe(503);
});

test.each([
  ["killed", "SIGKILL"],
  ["frozen", "SIGSTOP"],
] as const)("GET /status says within 3.5 s that the broker is away when it is %s, and by itself that it is back", async (_how, signal) => {
  await using gateway = await startGateway();
  await announceAll(gateway);
  await says(gateway, { status: "ok" });
  await gateway.broker.server.kill(signal);
  const unknown = { status: "down", broker: "unreachable", queue_worked: null, open_jobs: null, workers: null };
  await says(gateway, unknown);
  const started = performance.now();
  expect(await status(gateway)).toMatchObject(unknown);
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
  if (signal === "SIGSTOP") await gateway.broker.server.kill("SIGCONT");
  else await gateway.broker.restart();
  await says(gateway, { broker: "reachable" });
});
