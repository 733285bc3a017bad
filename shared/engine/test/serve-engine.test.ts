import { randomUUID } from "node:crypto";
import { writeFact } from "@token-sentiment/bus";
import { durables, streams, subjects } from "@token-sentiment/contract";
import { openNatsProxy } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { RejectedError, UnavailableError } from "../src/errors.ts";
import { finding } from "./finding.ts";
import { CONTRACT, openMarket } from "./market.ts";

type Market = Awaited<ReturnType<typeof openMarket>>;

/** Takes the oldest request as the engine and hands it back unanswered, as often as told. */
async function failDeliveries(market: Market, times: number): Promise<void> {
  const bus = await market.broker.open("engine-security");
  const consumer = await bus.js.consumers.get(streams.analysis, durables.engine("security"));
  for (let i = 0; i < times; i += 1) {
    const batch = await consumer.fetch({ max_messages: 1, expires: 5000 });
    for await (const message of batch) message.nak();
  }
  await bus[Symbol.asyncDispose]();
}

const open = async (market: Market): Promise<number> => {
  const bus = await market.broker.open("engine-security");
  const { num_ack_pending, num_pending } = await bus.jsm.consumers.info(streams.analysis, durables.engine("security"));
  await bus[Symbol.asyncDispose]();
  return num_ack_pending + num_pending;
};

test("a request is answered with one evidence that says who found what", async () => {
  await using market = await openMarket();
  const tokens: unknown[] = [];
  await market.serve(async (token) => {
    tokens.push(token);
    return { signals: [finding()], measures: { event: 0.5 } };
  });
  const job_id = await market.request();
  expect(await market.answer(job_id)).toMatchObject({
    job_id,
    engine: "security",
    engine_version: "1.0.0",
    outcome: "observed",
    signals: [{ code: "honeypot" }],
    measures: { event: 0.5 },
    cached: false,
  });
  expect(tokens).toEqual([{ chain_id: "1", coin_symbol: "PEPE", contract_address: CONTRACT }]);
  await expect.poll(() => open(market)).toBe(0);
});

test("a symbol is judged by the contract that the resolver found, and does not apply when it found none", async () => {
  await using market = await openMarket();
  const tokens: unknown[] = [];
  await market.serve(async (token) => {
    tokens.push(token);
    return { signals: [finding()] };
  });
  expect(await market.answer(await market.resolved())).toMatchObject({ outcome: "not_applicable", reason: "no contract address" });
  expect(await market.answer(await market.resolved({ contract_address: CONTRACT }))).toMatchObject({ outcome: "observed" });
  expect(tokens).toEqual([{ chain_id: "1", coin_symbol: "PEPE", contract_address: CONTRACT }]);
});

test("a backlog of jobs that have ended is answered without an analysis", async () => {
  await using market = await openMarket();
  await market.serve(() => Promise.reject(new Error("must not run")), { clock: { now: () => Date.now() + 131_000 } });
  expect(await market.answer(await market.request())).toMatchObject({
    outcome: "unavailable",
    reason: "the job had ended before this engine took it",
  });
});

test("an upstream that cannot answer, an input that cannot work and a bug are each answered as what they are", async () => {
  await using market = await openMarket();
  const engine = await market.serve(({ coin_symbol }) => {
    if (coin_symbol === "DOWN") throw new UnavailableError("goplus answered 500");
    if (coin_symbol === "NONE") throw new RejectedError("the address has no code");
    if (coin_symbol === "SHAPE") return Promise.resolve({ signals: [{ ...finding(), reliability: 7 }] });
    throw new TypeError("secret: cannot read properties of undefined");
  });
  const jobs = await Promise.all(["DOWN", "NONE", "SHAPE", "BUG"].map((coin_symbol) => market.request({ coin_symbol })));
  expect(await Promise.all(jobs.map((job) => market.answer(job)))).toMatchObject([
    { outcome: "unavailable", reason: "goplus answered 500", signals: [] },
    { outcome: "not_applicable", reason: "the address has no code" },
    { outcome: "unavailable", reason: "internal error" },
    { outcome: "unavailable", reason: "internal error" },
  ]);
  expect(engine.lines.join("")).toContain("TypeError: secret");
  expect(await engine.metrics.text()).toContain("tsa_engine_bugs_total 2");
});

test("an analysis that ignores its signal is answered at its limit", async () => {
  await using market = await openMarket();
  await market.serve(() => new Promise(() => undefined), { timeoutMs: 300 });
  expect(await market.answer(await market.request())).toMatchObject({ outcome: "unavailable", reason: "no answer within 0.3 s" });
});

test("an analysis that heeds its signal may still say what it has", async () => {
  await using market = await openMarket();
  await market.serve(
    (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ signals: [finding("half")], partial: true }))),
    { timeoutMs: 300 },
  );
  expect(await market.answer(await market.request())).toMatchObject({ outcome: "observed", signals: [{ code: "half" }] });
});

test("evidence too large to publish is cut, and says so", async () => {
  await using market = await openMarket();
  await market.serve(async () => ({ signals: Array.from({ length: 300 }, (_, i) => ({ ...finding(`s${i}`), text: "x".repeat(200) })) }));
  const { signals } = await market.answer(await market.request());
  expect(signals.length).toBeLessThan(200);
  expect(signals.at(-1)).toMatchObject({ code: "evidence_cut", status: "unknown" });
});

test("a request that cannot be read is dropped and counted, and the next one flows", async () => {
  await using market = await openMarket();
  const engine = await market.serve(async () => ({ signals: [] }));
  const [malformed, future] = [randomUUID(), randomUUID()];
  await writeFact(market.gateway, { kind: "request", subject: subjects.request("1", malformed), value: { job_id: malformed } });
  await writeFact(market.gateway, { kind: "token", subject: subjects.request("1", future), value: { job_id: future } });
  await market.answer(await market.request());
  await expect.poll(() => open(market)).toBe(0);
  expect(await market.answers(malformed)).toEqual([]);
  expect(await market.answers(future)).toEqual([]);
  expect(await engine.metrics.text()).toContain("tsa_engine_dropped_total 2");
  expect(engine.lines.join("")).toContain("cannot read a request of type");
});

test("a request that was delivered again without ever running is run", async () => {
  await using market = await openMarket();
  const job = await market.request();
  await failDeliveries(market, 4);
  await market.serve(async () => ({ signals: [finding()] }));
  expect(await market.answer(job)).toMatchObject({ outcome: "observed" });
});

test("a request that went unanswered eight times is answered without running it", async () => {
  await using market = await openMarket();
  const job = await market.request();
  await failDeliveries(market, 8);
  let runs = 0;
  await market.serve(async () => {
    runs += 1;
    return { signals: [] };
  });
  expect(await market.answer(job)).toMatchObject({ outcome: "unavailable", reason: "gave no answer in three deliveries" });
  expect(runs).toBe(0);
});

test("a request that comes again because its acknowledgement was lost is acknowledged again, not run again", async () => {
  await using market = await openMarket();
  await using proxy = await openNatsProxy(market.broker.url);
  const provisioner = await market.broker.open("provisioner");
  // Of its 10 s nothing is waited for here.
  await provisioner.jsm.consumers.update(streams.analysis, durables.engine("security"), { ack_wait: 500_000_000 });
  let runs = 0;
  await market.serve(
    async () => {
      runs += 1;
      return { signals: [finding()] };
    },
    { servers: proxy.url },
  );
  const loss = proxy.losePublished("$JS.ACK.");
  const job = await market.request();
  await market.answer(job);
  await expect.poll(() => loss.lost).toBeGreaterThan(1);
  loss[Symbol.dispose]();
  await expect.poll(() => open(market), { timeout: 10_000 }).toBe(0);
  expect(runs).toBe(1);
});

test("a second delivery runs alone", async () => {
  await using market = await openMarket();
  const suspect = await market.request({ coin_symbol: "SUSPECT" });
  await failDeliveries(market, 1);
  const jobs = [suspect, ...(await Promise.all(Array.from({ length: 6 }, () => market.request())))];
  const running = new Set<string>();
  const seen: string[][] = [];
  await market.serve(async ({ coin_symbol }) => {
    running.add(coin_symbol);
    seen.push([...running]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running.delete(coin_symbol);
    return { signals: [] };
  });
  await Promise.all(jobs.map((job) => market.answer(job)));
  expect(seen.filter((together) => together.includes("SUSPECT"))).toEqual([["SUSPECT"]]);
});

test("a request whose answer exists already is done", async () => {
  await using market = await openMarket();
  const job = await market.request();
  const bus = await market.broker.open("engine-security");
  const first = { job_id: job, engine: "security", engine_version: "0", outcome: "observed", signals: [], measures: {}, cached: false };
  const value = { ...first, observed_at: 1, elapsed_ms: 1 };
  await writeFact(bus, { kind: "evidence", subject: subjects.evidence("security", job), value });
  await market.serve(async () => ({ signals: [finding()] }));
  await expect.poll(() => open(market), { timeout: 10_000 }).toBe(0);
  expect(await market.answer(job)).toMatchObject({ engine_version: "0" });
});

test("what is running when the engine is told to stop is finished", async () => {
  await using market = await openMarket();
  const began = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const engine = await market.serve(async () => {
    began.resolve();
    await finish.promise;
    return { signals: [finding()] };
  });
  const job = await market.request();
  await began.promise;
  const stopped = engine.stop();
  finish.resolve();
  await stopped;
  expect(await market.answers(job)).toHaveLength(1);
});
