import { randomUUID } from "node:crypto";
import { doorbells, streams, subjects } from "@token-sentiment/contract";
import { type Bus, readJournal, type Rung, subscribeFacts, writeFact } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { headers } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";

let broker: TestBroker;
let engine: Bus;
let gateway: Bus;
let aggregator: Bus;
const heard: Rung[] = [];

beforeAll(async () => {
  broker = await startBroker();
  [engine, gateway, aggregator] = await Promise.all([broker.open("engine-security"), broker.open("gateway"), broker.open("aggregator")]);
  await subscribeFacts(aggregator, doorbells.evidence, (rung) => void heard.push(rung));
});
afterAll(() => broker[Symbol.asyncDispose]());

const rungOf = async (job: string): Promise<Rung> => {
  await expect.poll(() => heard.some(({ subject }) => subject.endsWith(job))).toBe(true);
  return heard.find(({ subject }) => subject.endsWith(job))!;
};
/** What both ways of reading must agree on; the broker's own headers are another matter on each. */
const told = (facts: ReturnType<Rung["fact"]>[]) =>
  facts.map((fact) => {
    const { headers: all, ...rest } = fact!;
    return { ...rest, headers: Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("Nats-"))) };
  });
const evidenceOf = (job: string, text: string) =>
  ({ kind: "evidence", subject: subjects.evidence("security", job), value: { job_id: job, text } }) as const;

test("what rings is what the journal holds: its bytes, sequence, time, type and headers", async () => {
  const job = randomUUID();
  await writeFact(engine, evidenceOf(job, 'ü \u2028 "\\" 1e-7 😀'));
  const rung = await rungOf(job);
  expect(told([rung.fact()])).toEqual(told(await readJournal(aggregator, job)));
  const stored = await aggregator.jsm.direct.getMessage(streams.analysis, { seq: rung.fact()!.seq });
  // With its headers, which a writer could fill instead.
  expect(rung.bytes).toBeGreaterThan(stored!.data.length);
});

test("a writer that sends the broker's own headers changes neither what rings nor what the journal says", async () => {
  const job = randomUUID();
  const own = headers();
  own.set("ce-type", "tsa.evidence.v1");
  own.set("Nats-Subject", subjects.evidence("market", randomUUID()));
  own.set("Nats-Sequence", "1");
  own.set("Nats-Time-Stamp", "2001-01-01T00:00:00Z");
  const { seq } = await engine.js.publish(subjects.evidence("security", job), JSON.stringify({ job_id: job }), { headers: own });
  const expected = { subject: subjects.evidence("security", job), seq, forged: false };
  const rung = (await rungOf(job)).fact();
  expect(rung).toMatchObject(expected);
  expect(Math.abs(rung!.at - Date.now())).toBeLessThan(60_000);
  const journal = await readJournal(aggregator, job);
  expect(journal).toMatchObject([{ ...expected, at: rung!.at }]);
});

test("evidence that says of itself which stream it comes from is refused on both ways", async () => {
  const job = randomUUID();
  const own = headers();
  own.set("Nats-Stream", streams.analysis);
  await engine.js.publish(subjects.evidence("security", job), JSON.stringify({ job_id: job }), { headers: own });
  expect((await rungOf(job)).fact()?.forged).toBe(true);
  expect(await readJournal(aggregator, job)).toEqual([]);
});

test("an engine cannot ring, neither by the subject nor by naming it as a reply", async () => {
  const job = randomUUID();
  const target = doorbells.ofFact(subjects.evidence("market", job));
  engine.nc.publish(target, "{}");
  engine.nc.publish(subjects.evidence("security", randomUUID()), "{}", { reply: target });
  engine.nc.publish(`tsa.CONSUMER.MSG.NEXT.${streams.analysis}.engine-security`, JSON.stringify({ batch: 1, no_wait: true }), {
    reply: target,
  });
  await engine.nc.flush();
  // What the broker works after them has rung once this one has.
  const after = randomUUID();
  await writeFact(engine, evidenceOf(after, "after"));
  await rungOf(after);
  expect(heard.filter(({ subject }) => subject === target)).toEqual([]);
});

test("what a platform role has the broker answer on a ring's subject is no fact, be it true evidence of another job", async () => {
  const [job, other] = [randomUUID(), randomUUID()];
  await writeFact(engine, evidenceOf(other, "of another job"));
  const wanted = JSON.stringify({ last_by_subj: subjects.evidence("security", other) });
  gateway.nc.publish(`$JS.API.DIRECT.GET.${streams.analysis}`, wanted, { reply: doorbells.ofFact(subjects.evidence("security", job)) });
  expect((await rungOf(job)).fact()).toBeUndefined();
});
