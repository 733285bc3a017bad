import { randomUUID } from "node:crypto";
import { type Bus, ForbiddenError, readHours, readPosts, readProgress, writeFact } from "@token-sentiment/bus";
import { CollectedPost, postSubjects, streams, subjects, talkSubjects } from "@token-sentiment/contract";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { type CollectorRoom, startCollector } from "../src/index.ts";
import { startCollectorProcess } from "./collector-process.ts";
import { posted, startJetstream } from "./jetstream.ts";

const HOUR = 3_600_000;
const OAK = { kind: "symbol", term: "OAK" } as const;
const log = createLog("silent", { service: "collector-bluesky", version: "test", instance: "one" });
const stored = async (bus: Bus, term: typeof OAK | { kind: "symbol"; term: string } = OAK) =>
  (await readPosts(bus, { source: "bluesky", term })).map(({ value }) => CollectedPost.parse(value).id.split("/")[1]);
const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `3k${String(from + i).padStart(11, "0")}`);
const inOrder = (ids: (string | undefined)[]) => ids.toSorted((a = "", b = "") => a.localeCompare(b));
const within = { timeout: 20_000, interval: 20 };

async function open({ bus, hosts, ...more }: Pick<CollectorRoom, "bus" | "hosts"> & Partial<CollectorRoom>) {
  const metrics = createMetrics();
  const collector = await startCollector({ log, metrics, backfillMs: 24 * HOUR, progressMs: 0, retryMs: 10, bus, hosts, ...more });
  return { text: () => metrics.text(), [Symbol.asyncDispose]: () => collector[Symbol.asyncDispose]() };
}

test("a post lies under each coin it names, once however often it comes; whole hours are counted, and progress is told", async () => {
  await using broker = await startBroker();
  await using jetstream = await startJetstream();
  const hour = Math.floor(Date.now() / HOUR) * HOUR;
  const [before, at] = [hour - HOUR - 60_000, hour - HOUR + 60_000];
  const one = posted(1, "$OAK and $ELM", at);
  jetstream.push(posted(0, "$OAK", before), one, one, posted(2, "just a walk under an oak", at + 1), posted(3, "#oak token", at + 2));
  await using collector = await open({ bus: await broker.open("collector"), hosts: [jetstream.url] });
  const reader = await broker.open("engine-sybil");
  jetstream.push(posted(4, "$OAK", hour + 20_000));
  await expect.poll(() => stored(reader), within).toEqual([...keys(0, 2), ...keys(3, 5)]);
  expect(await stored(reader, { kind: "symbol", term: "ELM" })).toEqual(keys(1, 2));
  const hours = async (term?: typeof OAK) =>
    (await readHours(reader, { source: "bluesky", ...(term && { term }) })).map(({ value }) => value);
  await expect.poll(() => hours(), within).toEqual([{ hour: hour - HOUR, posts: 2, authors: 2 }]);
  // the hour of the first post was not heard from its beginning
  expect(await hours(OAK)).toEqual([{ hour: hour - HOUR, posts: 2, authors: 2 }]);
  await expect
    .poll(async () => (await readProgress(reader, "bluesky"))?.value, within)
    .toEqual({ since_us: before * 1000, until_us: (hour + 20_000) * 1000 });
  expect(await collector.text()).toContain('tsa_collector_posts_total{result="stored"} 5');
});

test("killed at any point it reads on where the hour began: nothing is lost, and nothing is there twice", async () => {
  await using broker = await startBroker();
  await using jetstream = await startJetstream();
  const reader = await broker.open("engine-sybil");
  const now = Date.now();
  const posts = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => posted(from + i, "$OAK", now - 1_000_000 + (from + i) * 1000));
  jetstream.push(...posts(0, 300));
  const first = await startCollectorProcess(broker, jetstream.url);
  await expect.poll(async () => (await stored(reader)).length, within).toBeGreaterThan(50);
  // killed before it ever told how far it is, it would begin anew, a day back
  await expect.poll(async () => await readProgress(reader, "bluesky"), within).toBeDefined();
  jetstream.push(...posts(300, 400));
  await first.kill();
  jetstream.push(...posts(400, 500));
  await using _second = await startCollectorProcess(broker, jetstream.url);
  jetstream.push(...posts(500, 510));
  await expect.poll(async () => (await stored(reader)).length, within).toBe(510);
  expect(await stored(reader)).toEqual(keys(0, 510));
  const [, again = 0] = jetstream.cursors;
  expect(jetstream.cursors).toHaveLength(2);
  expect(again).toBeGreaterThan((now - 2 * HOUR) * 1000);
});

test("a dead host costs a moment: the next one is asked, from where the last one stopped", async () => {
  await using broker = await startBroker();
  await using one = await startJetstream();
  await using two = await startJetstream();
  const dead = await startJetstream();
  await dead[Symbol.asyncDispose]();
  const now = Date.now();
  const reader = await broker.open("engine-sybil");
  one.push(posted(0, "$OAK", now - 2000));
  two.push(posted(0, "$OAK", now - 2000), posted(1, "$OAK", now - 1000));
  await using collector = await open({ bus: await broker.open("collector"), hosts: [dead.url, one.url, two.url] });
  await expect.poll(() => stored(reader), within).toEqual(keys(0, 1));
  one.cut();
  await expect.poll(() => stored(reader), within).toEqual(keys(0, 2));
  expect(two.cursors[0]).toBe((now - 2000) * 1000 - 5_000_000);
  two.cut();
  await expect.poll(() => one.cursors.length + two.cursors.length, within).toBeGreaterThan(2);
  expect(await collector.text()).toContain('tsa_collector_connections_ended_total{ending="failed"}');
});

test("a host that says nothing any more is left", async () => {
  await using broker = await startBroker();
  await using mute = await startJetstream();
  await using alive = await startJetstream();
  alive.push(posted(0, "$OAK", Date.now()));
  await using collector = await open({ bus: await broker.open("collector"), hosts: [mute.url, alive.url], silentMs: 300 });
  await expect.poll(async () => stored(await broker.open("engine-sybil")), within).toEqual(keys(0, 1));
  expect(await collector.text()).toContain('ending="silent"');
});

test("garbage on the stream is counted and passed over", async () => {
  await using broker = await startBroker();
  await using jetstream = await startJetstream();
  await using collector = await open({ bus: await broker.open("collector"), hosts: [jetstream.url] });
  const reader = await broker.open("engine-sybil");
  await expect.poll(() => jetstream.cursors.length, within).toBe(1);
  const good = posted(1, "$OAK", Date.now());
  for (const text of ["", "null", "{", "[]", '{"time_us":1e999}', JSON.stringify({ ...good, junk: "x".repeat(1_000_000) })])
    jetstream.say(text);
  jetstream.say(JSON.stringify({ ...good, commit: { ...good.commit, record: { text: ["$OAK"] } } }));
  jetstream.say(`{"did":${"[".repeat(30_000)}`);
  jetstream.push(posted(2, `$OAK ${"$X".repeat(20_000)}`, Date.now()), good);
  await expect.poll(async () => inOrder(await stored(reader)), within).toEqual(keys(1, 3));
  expect(await collector.text()).toContain('tsa_collector_events_total{outcome="malformed"} 8');
});

test("what Jetstream no longer has is a gap: told, and not called complete", async () => {
  await using broker = await startBroker();
  const now = Date.now();
  await using before = await startJetstream();
  const bus = await broker.open("collector");
  const reader = await broker.open("engine-sybil");
  before.push(posted(0, "$OAK", now - 5 * HOUR));
  {
    await using _first = await open({ bus, hosts: [before.url] });
    await expect.poll(() => readProgress(reader, "bluesky"), within).toBeDefined();
  }
  await using after = await startJetstream({ oldest: (now - HOUR) * 1000 });
  after.push(posted(1, "$OAK", now - 2 * HOUR), posted(2, "$OAK", now - HOUR / 2));
  await using collector = await open({ bus, hosts: [after.url] });
  const since = async () => (await readProgress(reader, "bluesky"))?.value;
  await expect.poll(since, within).toEqual({ since_us: (now - HOUR / 2) * 1000, until_us: (now - HOUR / 2) * 1000 });
  expect(await collector.text()).toContain("tsa_collector_gaps_total 1");
});

test("while the broker is away it waits, and loses nothing", async () => {
  await using broker = await startBroker();
  await using jetstream = await startJetstream();
  const now = Date.now();
  await using _collector = await open({ bus: await broker.open("collector"), hosts: [jetstream.url] });
  await expect.poll(() => jetstream.cursors.length, within).toBe(1);
  await broker.kill();
  jetstream.push(...Array.from({ length: 50 }, (_, i) => posted(i, "$OAK", now + i)));
  await broker.restart();
  const reader = await broker.open("engine-sybil");
  await expect.poll(async () => inOrder(await stored(reader)), within).toEqual(keys(0, 50));
});

test("the collector writes posts and counts and nothing else; the sybil engine reads them, other engines do not", async () => {
  await using broker = await startBroker();
  const [collector, sybil, market] = await Promise.all([
    broker.open("collector"),
    broker.open("engine-sybil"),
    broker.open("engine-market"),
  ]);
  const job = randomUUID();
  for (const subject of [subjects.request("1", job), subjects.evidence("sybil", job), subjects.token("1", job)])
    await expect(writeFact(collector, { kind: "evidence", subject, value: {}, retryMs: 300 })).rejects.toThrow(ForbiddenError);
  for (const writer of [sybil, market])
    for (const subject of [postSubjects.of("bluesky", OAK), talkSubjects.hours("bluesky")])
      await expect(writer.js.publish(subject, "{}", { timeout: 500 })).rejects.toThrow();
  expect(await stored(sybil)).toEqual([]);
  for (const reader of [collector, market])
    await expect(reader.jsm.direct.getMessage(streams.posts, { last_by_subj: postSubjects.of("bluesky", OAK) })).rejects.toThrow();
  await expect(collector.jsm.streams.purge(streams.posts)).rejects.toThrow();
});
