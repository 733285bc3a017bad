import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bus, declareTopology, onNewLeader, openBus } from "@token-sentiment/bus";
import { streams } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { startBrokerNodes } from "../src/broker-nodes.ts";

test("an aggregator whose own node lives hears that the facts have a new leader", { timeout: 90_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-leader-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const broker = stack.use(await startBrokerNodes(dataDir, 3));
  const provisioner = stack.use(await broker.open("provisioner"));
  await declareTopology(provisioner, { replicas: 3, capacity: 64, maxBytes: 64 * 1024 * 1024 });
  const leader = await broker.leader();
  const follower = broker.nodes.find((node) => node !== leader)!;
  const seed = await readFile(join(broker.keysDir, "aggregator.nkey"), "utf8");
  const aggregator: Bus = stack.use(await openBus({ servers: follower.url, role: "aggregator", seed, patienceMs: 15_000 }));
  let heard = 0;
  let reconnects = 0;
  using _change = onNewLeader(aggregator, streams.analysis, () => void heard++);
  using _lost = aggregator.onReconnect(() => void reconnects++);
  await aggregator.nc.flush();
  expect(heard).toBe(0);
  await leader.kill("SIGKILL");
  await expect.poll(() => heard, { timeout: 40_000 }).toBeGreaterThan(0);
  expect(reconnects).toBe(0);
});
