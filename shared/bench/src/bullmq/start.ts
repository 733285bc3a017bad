import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, NODE_FLAGS } from "@token-sentiment/local";
import { startChild } from "../child.ts";
import type { Side } from "../side.ts";
import { engines } from "./queues.ts";

/**
 * The same work on BullMQ flows: Redis, a gateway, an aggregator and the engines, each a process of its own. Redis writes its append-only
 * file, `everysec` or `always`: the nearest to a broker that stores in files. Node is started with the same flags as ours.
 * @throws Error when there is no redis-server.
 */
export async function startBullmq({ engineMs, always }: { engineMs: number; always: boolean }): Promise<Side> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "tsa-bullmq-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const port = String(await freePort());
  const settings = { port, dir, bind: "127.0.0.1", save: "", appendonly: "yes", appendfsync: always ? "always" : "everysec" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const redis = stack.use(await startChild("redis-server", [...args, "--maxmemory-policy", "noeviction"], { ready: "Ready to accept" }));
  const node = (file: string, ...more: string[]) =>
    startChild(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, file), port, ...more], { ready: "ready" });
  const aggregator = stack.use(await node("aggregator.ts"));
  const workers = await Promise.all(engines.map((engine) => node("engine.ts", engine, String(engineMs))));
  for (const worker of workers) stack.use(worker);
  const gateway = stack.use(await node("gateway.ts"));
  const lifetime = stack.move();
  return {
    name: "BullMQ",
    urls: [`http://127.0.0.1:${gateway.said.split(" ")[1]}`],
    headers: {},
    pids: () => ({ engines: workers.map(({ pid }) => pid), aggregator: [aggregator.pid], gateway: [gateway.pid], broker: [redis.pid] }),
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
