import { randomUUID } from "node:crypto";
import { streams, subjects } from "@token-sentiment/contract";
import { type Bus, openBucket, readJournal } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { MsgHdrsImpl } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";

let broker: TestBroker;
let engine: Bus;
let aggregator: Bus;
beforeAll(async () => {
  broker = await startBroker();
  [engine, aggregator] = await Promise.all([broker.open("engine-security"), broker.open("aggregator")]);
});
afterAll(() => broker[Symbol.asyncDispose]());

/** Headers that the client sends as they are and does not read. */
function odd(name: string, value = "x", [code, description]: readonly [number, string] = [0, ""]): MsgHdrsImpl {
  const own = new MsgHdrsImpl(code, description);
  own.headers.set(name, [value]);
  return own;
}
const cases: [string, MsgHdrsImpl][] = [
  ["a name with a blank", odd("a b")],
  ["a name that is not ASCII", odd("ä")],
  ["a name of nothing", odd("")],
  ["a bare line feed in a value", odd("traceparent", "a\nb")],
  ["the status of a batch's end", odd("a", "x", [204, "EOB"])],
  ["the status of an absent stream", odd("a", "x", [503, "No Responders"])],
];

test.each(cases)("%s in an engine's evidence stops nobody from reading the job", async (_name, headers) => {
  const job = randomUUID();
  const { seq } = await engine.js.publish(subjects.evidence("security", job), JSON.stringify({ job_id: job }), { headers });
  expect(await readJournal(aggregator, job)).toMatchObject([{ seq, value: { job_id: job }, forged: false }]);
  // The connection is read on.
  expect((await aggregator.jsm.streams.info(streams.analysis)).state.last_seq).toBe(seq);
});

test.each(cases)("%s in an engine's presence stops nobody from seeing who is there", async (_name, headers) => {
  const presence = await openBucket(aggregator, "presence");
  const key = `security.${randomUUID()}`;
  engine.nc.publish(`tsa.$KV.presence.${key}`, "{}", { headers });
  await engine.nc.flush();
  await expect.poll(async () => (await presence.list("")).map((entry) => entry.key)).toContain(key);
});
