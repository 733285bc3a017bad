import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { declareTopology } from "@token-sentiment/bus";
import { durables, engineRole, streams, subjects } from "@token-sentiment/contract";
import { chance } from "@token-sentiment/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { audit } from "../src/audit.ts";
import { brokerFaults } from "../src/broker-faults.ts";
import type { Fault } from "../src/fault.ts";
import { type Load, startLoad, type Submitted } from "../src/load.ts";
import { happen } from "../src/mix.ts";
import { processFaults } from "../src/process-faults.ts";
import { watchRows, type Witness } from "../src/witness.ts";
import { startWorld, type World } from "../src/world.ts";

const CAPACITY = 128;
const CLIENTS = 24;
const MIB = 1024 * 1024;

let world: World;
let witness: Witness;
const stack = new AsyncDisposableStack();
/** All that was submitted to this world: usage and quota are judged over all of it. */
const submitted: Submitted[] = [];

beforeAll(async () => {
  world = stack.use(await startWorld({ nodes: 1, capacity: CAPACITY }));
  witness = stack.use(watchRows(stack.use(await world.open("gateway"))));
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Runs `during` under load and waits for the end of every job. Each job is slow enough to be under way when something happens. */
async function underLoad<T>(seed: number, during: (load: Load) => Promise<T>): Promise<{ value: T; jobs: readonly Submitted[] }> {
  const random = chance(seed);
  let loading = true;
  const load = startLoad({
    urls: () => world.all.urls,
    key: world.all.key,
    random,
    atOnce: CLIENTS,
    goOn: () => loading,
    symbol: () => `W${Math.floor(random() * 600)}`,
    demoEvery: 10,
  });
  await expect.poll(() => load.jobs.filter(({ endedAt }) => endedAt > 0).length, { timeout: 20_000 }).toBeGreaterThan(CLIENTS / 2);
  try {
    return { value: await during(load), jobs: load.jobs };
  } finally {
    loading = false;
    await load.done;
    submitted.push(...load.jobs);
  }
}

/** Nothing lost, one verdict a job, forward states, an end within the limit and 5 s, exact usage and quota, nothing held. */
afterEach(async () => {
  const { accepted, endings, longestMs: _longest, refused: _refused, ...broken } = await audit(world, submitted, witness);
  const clean = { lost: [], doubled: [], broken: [], stuck: [], inexact: [], unworked: {} };
  expect(broken).toEqual(clean);
  expect(endings).toMatchObject({ failed: 0, none: 0, completed: accepted - endings.degraded });
}, 120_000);

const named = (name: string): Fault => [...processFaults, ...brokerFaults].find((fault) => fault.name === name)!;

test.each([
  "the broker stands still for 5 s",
  "SIGTERM to the broker",
  "every connection is cut",
  "the network to the aggregators stands still",
  "acknowledgements are lost",
  "answers to the rows' compare-and-set are lost",
  "answers to requests and evidence are lost",
  "SIGTERM to an aggregator",
  "SIGTERM to an engine",
])("%s: nothing is lost", { timeout: 120_000 }, async (name) => {
  const { value, jobs } = await underLoad(1, (load) => happen(named(name), world, { load, random: chance(2) }));
  expect(value.recoveryMs).toBeLessThan(Infinity);
  process.stdout.write(`  ${name}: recovered after ${value.recoveryMs} ms, ${jobs.length} jobs\n`);
});
