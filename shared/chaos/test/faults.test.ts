import { declareTopology } from "@token-sentiment/bus";
import { bucketStream, durables, streams } from "@token-sentiment/contract";
import { chance } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aftermath, type Audit, audit } from "../src/audit.ts";
import { brokerFaults } from "../src/broker-faults.ts";
import { type Load, startLoad } from "../src/load.ts";
import { faultsOf, happen, mix } from "../src/mix.ts";
import { processFaults } from "../src/process-faults.ts";
import { SEEDS } from "../src/seeds.ts";
import { watchRows, type Witness } from "../src/witness.ts";
import { startWorld, type World } from "../src/world.ts";

const CLIENTS = 24;
const MIX_MS = 5000;
const MIB = 1024 * 1024;

let world: World;
let witness: Witness;
let load: Load;
let loading = true;
/** Why services could not work, as their logs tell it. */
const said: string[] = [];
const stack = new AsyncDisposableStack();

// One world, one load that goes on through all of it, as in production: each job is slow enough to be under way when something happens.
beforeAll(async () => {
  world = stack.use(
    await startWorld({
      nodes: 1,
      capacity: 128,
      onLog: (_service, { reason }) => {
        if (typeof reason === "string") said.push(reason);
      },
    }),
  );
  witness = stack.use(watchRows(stack.use(await world.open("gateway"))));
  const random = chance(1);
  load = startLoad({
    urls: () => world.all.urls,
    key: world.all.key,
    random,
    atOnce: CLIENTS,
    goOn: () => loading,
    symbol: () => `W${Math.floor(random() * 1000)}`,
    demoEvery: 10,
  });
}, 60_000);
afterAll(async () => {
  loading = false;
  await stack.disposeAsync();
});

const ended = (): number => load.jobs.filter(({ endedAt }) => endedAt > 0).length;

/** Nothing lost, one verdict a job, forward states, an end within the limit and 5 s, by the broker's clock. */
function expectAllKept({ judged, endings, lost, doubled, broken, stuck }: Audit): void {
  expect({ lost, doubled, broken, stuck }).toEqual({ lost: [], doubled: [], broken: [], stuck: [] });
  expect(endings).toMatchObject({ failed: 0, none: 0, completed: judged.length - endings.degraded });
}

test.each([
  "the broker stands still for 5 s",
  "kill -9 of both aggregators",
  "kill -9 of the broker",
  "every connection is cut",
  "acknowledgements are lost",
  "answers to requests and evidence are lost",
  "SIGTERM to an aggregator",
])("%s: nothing is lost", { timeout: 120_000 }, async (name) => {
  const fault = [...processFaults, ...brokerFaults].find((one) => one.name === name)!;
  const before = ended();
  await expect.poll(() => ended() - before, { timeout: 40_000 }).toBeGreaterThan(CLIENTS / 2);
  const { recoveryMs } = await happen(fault, world, { load, random: chance(2) });
  process.stdout.write(`  ${name}: recovered after ${recoveryMs} ms\n`);
  expect(recoveryMs).toBeLessThan(Infinity);
  expectAllKept(await audit(world, { jobs: load.jobs, witness, underWay: true }));
});

test("a consumer that is gone from the broker is told of, declared again, and nothing is lost", { timeout: 120_000 }, async () => {
  const fault = brokerFaults.find(({ name }) => name === "a consumer is gone from the broker")!;
  said.length = 0;
  const { recoveryMs } = await happen(fault, world, { load, random: chance(2) });
  process.stdout.write(`  ${fault.name}: recovered after ${recoveryMs} ms\n`);
  expect(recoveryMs).toBeLessThan(Infinity);
  expect(said.some((reason) => /^the consumer [\w-]+ is gone, or nobody leads it$/.test(reason))).toBe(true);
  expectAllKept(await audit(world, { jobs: load.jobs, witness, underWay: true }));
});

test("the provisioner gives the streams more room and the service more capacity under load: nothing is lost", async () => {
  await using provisioner = await world.open("provisioner");
  const before = ended();
  const { updated } = await declareTopology(provisioner, { replicas: 1, capacity: 160, maxBytes: 300 * MIB });
  expect(updated).toEqual(expect.arrayContaining([streams.analysis, bucketStream("jobs"), durables.requests]));
  await expect.poll(() => ended() - before, { timeout: 40_000 }).toBeGreaterThan(CLIENTS / 2);
  expectAllKept(await audit(world, { jobs: load.jobs, witness, underWay: true }));
});

test.each(SEEDS)("the mix of seed %i: nothing is lost", { timeout: 180_000 }, async (seed) => {
  const began = Date.now();
  // What takes longer than this test may is left to `npm run chaos`.
  const faults = faultsOf(1).filter(({ name }) => !/beyond ack_wait|each time|engine stands|event loop/.test(name));
  const goOn = () => Date.now() - began < MIX_MS;
  const happened = await mix(world, { load, faults, random: chance(seed), goOn, say: () => undefined, quietMs: [500, 1500] });
  process.stdout.write(`  seed ${seed}: ${happened.map(({ name, recoveryMs }) => `${name} (${recoveryMs} ms)`).join(", ")}\n`);
  expectAllKept(await audit(world, { jobs: load.jobs, witness, underWay: true }));
});

test("after all of it every job has its end, usage and quota are exact, and no delivery is held", { timeout: 240_000 }, async () => {
  loading = false;
  await load.done;
  const audited = await audit(world, { jobs: load.jobs, witness });
  expectAllKept(audited);
  expect(await aftermath(world, audited.judged)).toEqual({ inexact: [], unworked: {} });
  expect(audited.judged.filter(({ device }) => device !== undefined).length).toBeGreaterThan(5);
  process.stdout.write(`  ${audited.judged.length} jobs, none lost or doubled; the longest took ${audited.longestMs} ms\n`);
});
