import { QuotaView, streams } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueKey, startGateway, type TestGateway } from "./gateway.ts";

let one: TestGateway;
let two: TestGateway;
beforeAll(async () => {
  one = await startGateway({ demo: { calls: 2, perAddress: 100 } });
  two = await startGateway({ demo: { calls: 2, perAddress: 100 }, broker: one.broker });
});
afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

const ID = "Bestellung 7, ü";
const SPELT = encodeURIComponent(ID);
const device = (name: string) => ({ "x-demo-fingerprint": `device-${name}` });
const requests = async () => (await one.gateway.jsm.streams.info(streams.analysis)).state.messages;

test("20 racing POSTs over two gateways, half by request_id and half by Idempotency-Key, give one job and twenty identical 202s, all but one marked", async () => {
  const before = await requests();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const gateway = n % 4 < 2 ? one : two;
      return n % 2 === 0
        ? gateway.post({ coin_symbol: "PEPE", request_id: ID }, device("race"))
        : gateway.post({ coin_symbol: "pepe", chain_id: "1" }, { ...device("race"), "idempotency-key": SPELT });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  for (const { headers } of answers) expect(headers.get("idempotency-key")).toBe(SPELT);
  expect((await requests()) - before).toBe(1);
  const quota = QuotaView.parse((await two.call("/api/quota", { headers: device("race") })).body);
  expect(quota).toMatchObject({ limit: 2, remaining: 1 });
});

test("other content by either spelling is a 422 that names the id used and costs nothing, and another caller's job is another", async () => {
  const first = await one.post({ coin_symbol: "PEPE" }, { ...device("mine"), "idempotency-key": '"order 8"' });
  expect([first.status, first.headers.get("idempotency-key")]).toEqual([202, "order%208"]);
  for (const mismatch of [
    await two.post({ coin_symbol: "DOGE", request_id: "order 8" }, device("mine")),
    await one.post({ coin_symbol: "PEPE", chain_id: "56" }, { ...device("mine"), "idempotency-key": "order%208" }),
  ]) {
    expect([mismatch.status, mismatch.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect(mismatch.headers.get("idempotency-key")).toBe("order%208");
  }
  const again = await two.post({ coin_symbol: "PEPE", request_id: "order 8" }, { ...device("mine"), "idempotency-key": "order%208" });
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
  expect((await one.call("/api/quota", { headers: device("mine") })).body.remaining).toBe(1);
  const stranger = await one.post({ coin_symbol: "DOGE", request_id: "order 8" }, device("stranger"));
  expect([stranger.status, stranger.headers.get("idempotent-replayed")]).toEqual([202, null]);
  expect(stranger.body.job_id).not.toBe(first.body.job_id);
});

test("two that differ are a 400 that names both, and no job", async () => {
  const before = await requests();
  const { status, body } = await one.post({ coin_symbol: "PEPE", request_id: "a" }, { "idempotency-key": "b" });
  expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ["request_id", "Idempotency-Key"]]);
  expect(await requests()).toBe(before);
});

const KEY = "key-of-the-idempotency-tests";
const keyed = { authorization: `Bearer ${KEY}` };

test("of 20 racing POSTs of a key over two gateways, which look at nothing before they publish, one starts the job and 19 are marked as replays", async () => {
  await issueKey(one.broker, KEY);
  const before = await requests();
  const body = { coin_symbol: "PEPE", request_id: "a race of a key" };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).post(body, keyed)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
  expect(new Set(answers.map(({ body: accepted }) => JSON.stringify(accepted))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(19);
  expect((await requests()) - before).toBe(1);
});

test("a key's other content is a 422 on either gateway, also on another chain and when both race", async () => {
  const id = { request_id: "two minds of a key" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? one : two).post({ coin_symbol: "PEPE", chain_id: n % 2 === 0 ? "1" : "56", ...id }, keyed),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(5);
  expect(new Set(accepted.map(({ body }) => body.job_id)).size).toBe(1);
  expect(answers.filter(({ status }) => status === 422).map(({ body }) => body.code)).toEqual(
    Array.from({ length: 5 }, () => "idempotency_mismatch"),
  );
});

test("a key's replay is answered when no slot is free, and takes none", async () => {
  await using full = await startGateway({ capacity: 1, broker: one.broker });
  const body = { coin_symbol: "PEPE", request_id: "the last slot" };
  const first = await one.post(body, keyed);
  const again = await full.post(body, keyed);
  expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
  expect((await full.post({ coin_symbol: "PEPE" }, keyed)).status).toBe(429);
});
