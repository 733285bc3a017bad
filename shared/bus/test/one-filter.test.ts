import { randomUUID } from "node:crypto";
import { durables, engineNames, engineRole, RESOLVER, streams, subjects, SYMBOL, type WorkerRole } from "@token-sentiment/contract";
import { type Bus, consume, declareTopology, writeFact } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const settings = { replicas: 1, capacity: 64, maxBytes: 64 * 1024 * 1024 };
const workers: readonly WorkerRole[] = [RESOLVER, ...engineNames.map(engineRole)];
const ofEvm: readonly WorkerRole[] = ["engine-security", "engine-onchain"];
const ofSvm: readonly WorkerRole[] = ["engine-solana"];
const ofAll: readonly WorkerRole[] = ["engine-sybil", "engine-market"];

/** Works as every worker at once, and says who was delivered what: `<role> <subject>`. */
async function workAll(broker: TestBroker) {
  await using starting = new AsyncDisposableStack();
  const got: string[] = [];
  for (const role of workers) {
    const options = { stream: streams.analysis, durable: role, concurrency: 8, beatMs: 5000, graceMs: 100 };
    const taken = await consume(await broker.open(role), options, async ({ fact }) => void got.push(`${role} ${fact.subject}`));
    starting.use(taken);
  }
  const stack = starting.move();
  return { got, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const request = (gateway: Bus, subject: string) => writeFact(gateway, { kind: "request", subject, value: {} });
const each = (roles: readonly WorkerRole[], subject: string) => roles.map((role) => `${role} ${subject}`);

test("a request reaches the engines of its chain's family and those of all, one without a contract the resolver alone, and a token the engines", async () => {
  await using broker = await startBroker();
  const [gateway, resolver] = [await broker.open("gateway"), await broker.open("resolver")];
  await using working = await workAll(broker);
  const [byEvm, bySvm, bySymbol] = [
    subjects.request("56", randomUUID()),
    subjects.request("solana", randomUUID()),
    subjects.request(SYMBOL, randomUUID()),
  ];
  for (const subject of [byEvm, bySvm, bySymbol]) await request(gateway, subject);
  const token = subjects.token("8453", randomUUID());
  await writeFact(resolver, { kind: "token", subject: token, value: {} });
  // The last of each consumer's deliveries: what came before it has come by then.
  const last = [subjects.request("1", randomUUID()), subjects.request("solana", randomUUID()), subjects.request(SYMBOL, randomUUID())];
  for (const subject of last) await request(gateway, subject);
  const [lastEvm, lastSvm, lastSymbol] = last as [string, string, string];
  const expected = [byEvm, token, lastEvm]
    .flatMap((subject) => each([...ofEvm, ...ofAll], subject))
    .concat([bySvm, lastSvm].flatMap((subject) => each([...ofSvm, ...ofAll], subject)))
    .concat([bySymbol, lastSymbol].flatMap((subject) => each([RESOLVER], subject)));
  await expect.poll(() => working.got.toSorted()).toEqual(expected.toSorted());
});

/** Two filters for each chain, four tokens: what the release before decision 0027 had declared. */
const before = (chains: readonly string[]) => chains.flatMap((chain) => [`analysis.request.${chain}.*`, `analysis.token.${chain}.*`]);
const several: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries(ofEvm.map((role) => [role, before(["1", "56", "8453"])])),
  ...Object.fromEntries(ofSvm.map((role) => [role, before(["solana"])])),
  ...Object.fromEntries(ofAll.map((role) => [role, before(["1", "56", "8453", "solana"])])),
};
const single: Readonly<Record<string, string>> = {
  [durables.requests]: "analysis.request.*.*",
  [durables.resolver]: "analysis.request.symbol.*",
};

test("the provisioner takes a broker of the release before over: one filter each, and what was under way is delivered to nobody", async () => {
  await using broker = await startBroker();
  const [gateway, provisioner] = [await broker.open("gateway"), await broker.open("provisioner")];
  const { streams: streamsOf, consumers } = provisioner.jsm;
  await streamsOf.update(streams.analysis, { subjects: ["analysis.*.*.*"] });
  await streamsOf.update(streams.webhooks, { subjects: ["webhook.*.*"] });
  for (const [durable, filter_subjects] of Object.entries(several))
    await consumers.update(streams.analysis, durable, { filter_subject: "", filter_subjects });
  for (const [durable, filter_subject] of Object.entries(single)) await consumers.update(streams.analysis, durable, { filter_subject });
  await consumers.update(streams.webhooks, durables.notifier, {
    filter_subject: "",
    filter_subjects: ["webhook.due.*", "webhook.again.*"],
  });
  // No role of this release may write there; an answer of the broker may.
  gateway.nc.publish(`$JS.API.STREAM.INFO.${streams.analysis}`, "", { reply: `analysis.request.1.${randomUUID()}` });
  const pending = async (durable: string) => (await consumers.info(streams.analysis, durable)).num_pending;
  await expect.poll(() => Promise.all(["engine-security", durables.requests].map(pending))).toEqual([1, 1]);

  const worked = [durables.requests, durables.notifier, ...workers];
  expect(await declareTopology(provisioner, settings)).toEqual({ created: [], updated: [streams.analysis, streams.webhooks, ...worked] });
  expect(await declareTopology(provisioner, settings)).toEqual({ created: [], updated: [] });
  for (const durable of worked) {
    const stream = durable === durables.notifier ? streams.webhooks : streams.analysis;
    const { config } = await consumers.info(stream, durable);
    expect(config.filter_subject, durable).toBeDefined();
    expect(config.filter_subjects, durable).toBeUndefined();
  }
  expect(await Promise.all([durables.requests, ...workers].map(pending))).toEqual([0, ...workers.map(() => 0)]);
  await using working = await workAll(broker);
  const fresh = subjects.request("solana", randomUUID());
  await request(gateway, fresh);
  await expect.poll(() => working.got.toSorted()).toEqual(each([...ofSvm, ...ofAll], fresh).toSorted());
});
