import { readFile } from "node:fs/promises";
import { durables, engineNames, streams, subjects } from "@token-sentiment/contract";
import { assertTopology, checkTopology, declareTopology, ForbiddenError, openBus, TopologyError } from "@token-sentiment/bus";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const settings = { replicas: 1, capacity: 64, maxBytes: 64 * 1024 * 1024 };

test("a fresh broker is set up, and a second run changes nothing", async () => {
  await using broker = await startBroker({ topology: false });
  const provisioner = await broker.open("provisioner");
  const first = await declareTopology(provisioner, settings);
  expect(first.created).toContain(streams.analysis);
  expect(first.created).toContain("engine-security");
  expect(await declareTopology(provisioner, settings)).toEqual({ created: [], updated: [] });
});

test("a changed capacity is taken over by all who work requests", async () => {
  const worked = [durables.requests, durables.resolver, ...engineNames.map((engine) => durables.engine(engine))];
  await using broker = await startBroker();
  const provisioner = await broker.open("provisioner");
  expect(await declareTopology(provisioner, { ...settings, capacity: 10 })).toEqual({ created: [], updated: worked });
  for (const durable of worked) {
    const { config } = await provisioner.jsm.consumers.info(streams.analysis, durable);
    expect(config.max_ack_pending).toBe(74);
  }
});

test("a service waits for the provisioner, and says so", async () => {
  await using broker = await startBroker({ topology: false });
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const aggregator = await broker.open("aggregator", { log: { info: note, warn: note, error: note } });
  expect(await checkTopology(aggregator)).toMatch(/ANALYSIS does not exist yet/);
  const bound = assertTopology(aggregator);
  await declareTopology(await broker.open("provisioner"), settings);
  await bound;
  // Said again when something else is missing: a provisioner may be slow.
  expect([...new Set(said)]).toEqual(["waiting for the provisioner"]);
});

test("a stream with other settings is told, setting by setting, with what to do", async () => {
  await using broker = await startBroker({ topology: false });
  const provisioner = await broker.open("provisioner");
  await provisioner.jsm.streams.add({ name: streams.analysis, subjects: [subjects.all], max_msgs_per_subject: 5, storage: "memory" });
  await expect(declareTopology(provisioner, settings)).rejects.toThrow(/ANALYSIS: storage is "memory", must be "file"/);
  const aggregator = await broker.open("aggregator");
  await expect(assertTopology(aggregator)).rejects.toThrow(TopologyError);
  await expect(assertTopology(aggregator)).rejects.toThrow(/run the provisioner[\s\S]*max_msgs_per_subject is 5, must be 1/);
});

test("a user whose permissions are not this release's is told what to do", async () => {
  await using broker = await startBroker();
  // The gateway's key, worn by an operator: its inbox is not the operator's, so even the first look is refused.
  const seed = await readFile(broker.seedFile("gateway"), "utf8");
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  await using wrong = await openBus({ servers: broker.url, role: "operator", seed, log: { info: note, warn: note, error: note } });
  await expect(assertTopology(wrong, AbortSignal.timeout(5000))).rejects.toThrow(ForbiddenError);
  await expect(assertTopology(wrong, AbortSignal.timeout(5000))).rejects.toThrow(/npm run permissions/);
});

test("an unknown nkey is told, and tried again without ending the process", async () => {
  await using broker = await startBroker();
  await using other = await startBroker({ topology: false });
  const seed = await readFile(other.seedFile("gateway"), "utf8");
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const opening = openBus({ servers: broker.url, role: "gateway", seed, patienceMs: 1200, log: { info: note, warn: note, error: note } });
  await expect(opening).rejects.toThrow(/refused gateway: this nkey is not in its configuration/);
  expect(said).toHaveLength(1);
});
