import { doorbells, parseFact, type Request, streams, subjects } from "@token-sentiment/contract";
import { type Bus, readJournal, readRow } from "@token-sentiment/bus";
import { fold } from "@token-sentiment/model";
import { type NatsProxy, openNatsProxy, startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, replica, submit } from "./fixtures.ts";

let broker: TestBroker;
let proxy: NatsProxy;
let gateway: Bus;
let engine: Bus;

beforeAll(async () => {
  broker = await startBroker();
  proxy = await openNatsProxy(broker.url);
  [gateway, engine] = await Promise.all([broker.open("gateway"), broker.open("engine-security")]);
});
afterAll(async () => {
  await broker[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

/** A connection of the aggregator that the proxy can hurt. */
const hurtable = () => broker.open("aggregator", { servers: proxy.url });
const RING = "stored.evidence.";
const statusOf = async ({ job_id }: Request) => (await readRow(gateway, job_id))?.row.status;
const becomes = (read: () => Promise<unknown>) => expect.poll(read, { interval: 10, timeout: 10_000 });

/** The row is what the journal folds to, byte for byte, with the sequences that the journal tells. */
async function expectJournals({ job_id }: Request): Promise<void> {
  const facts = await readJournal(gateway, job_id);
  const [request] = facts.filter(({ type }) => type?.includes("request"));
  const evidence = facts.filter(({ type }) => type?.includes("evidence"));
  const again = fold({
    request: parseFact("request", request!),
    requestAt: request!.at,
    evidence: evidence.map((fact) => ({ evidence: parseFact("evidence", fact), at: fact.at, seq: fact.seq })),
  });
  const stored = (await readRow(gateway, job_id))!;
  expect(JSON.stringify(stored.row)).toBe(JSON.stringify(again.row));
  expect(stored.evidence).toEqual(again.used);
}

test("a job whose ring was lost without a sign is found in its journal at the next look", async () => {
  await using _ = await replica(await hurtable(), { clocks: { relookMs: 300 } });
  using deaf = proxy.loseDelivered(RING, "aggregator");
  const request = await submit(gateway);
  await becomes(() => statusOf(request)).toBe("running");
  await answer(engine, request.job_id);
  await becomes(() => statusOf(request)).toBe("completed");
  expect(deaf.lost).toBe(1);
  await expectJournals(request);
});

test("a lost connection makes every job be looked at, whatever may not have rung", async () => {
  await using _ = await replica(await hurtable());
  using deaf = proxy.loseDelivered(RING, "aggregator");
  const requests = await Promise.all([submit(gateway), submit(gateway)]);
  for (const request of requests) await becomes(() => statusOf(request)).toBe("running");
  await Promise.all(requests.map(({ job_id }) => answer(engine, job_id)));
  await expect.poll(() => deaf.lost).toBe(2);
  expect(await Promise.all(requests.map(statusOf))).toEqual(["running", "running"]);
  proxy.sever("aggregator");
  for (const request of requests) await becomes(() => statusOf(request)).toBe("completed");
  await Promise.all(requests.map(expectJournals));
});

/** A way to the broker on which the first journal is read from a replica of the stream that is behind: it has nothing yet. */
function behindAtFirst(bus: Bus): { bus: Bus; staleReads(): number } {
  let stale = 0;
  const publish: typeof bus.nc.publish = (subject, payload, options) => {
    const behind = stale === 0 && subject === `$JS.API.DIRECT.GET.${streams.analysis}`;
    if (behind) stale++;
    bus.nc.publish(subject, behind ? JSON.stringify({ multi_last: [subjects.journalOf("none")] }) : payload, options);
  };
  return { bus: { ...bus, nc: Object.create(bus.nc, { publish: { value: publish } }) }, staleReads: () => stale };
}

test("a look that shows nothing is followed by another: the replica of the stream that was asked may be behind", async () => {
  const request = await submit(gateway);
  await answer(engine, request.job_id);
  const behind = behindAtFirst(await broker.open("aggregator"));
  await using _ = await replica(behind.bus);
  await becomes(() => statusOf(request)).toBe("completed");
  expect(behind.staleReads()).toBe(1);
  await expectJournals(request);
});

test("another job's evidence that is made to ring for a job does not settle it", async () => {
  const aggregator = await hurtable();
  await using _ = await replica(aggregator);
  const other = await submit(gateway);
  await answer(engine, other.job_id);
  await becomes(() => statusOf(other)).toBe("completed");
  const request = await submit(gateway);
  await becomes(() => statusOf(request)).toBe("running");
  const wanted = JSON.stringify({ last_by_subj: subjects.evidence("security", other.job_id) });
  const reply = doorbells.ofFact(subjects.evidence("security", request.job_id));
  gateway.nc.publish(`$JS.API.DIRECT.GET.${streams.analysis}`, wanted, { reply });
  await gateway.nc.flush();
  // Rings come in order: once a later one has been heard, that one has.
  const later = await submit(gateway);
  await answer(engine, later.job_id);
  await becomes(() => statusOf(later)).toBe("completed");
  expect(await statusOf(request)).toBe("running");
  await answer(engine, request.job_id);
  await becomes(() => statusOf(request)).toBe("completed");
  await expectJournals(request);
});
