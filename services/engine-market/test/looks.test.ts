import { randomUUID } from "node:crypto";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { parseFact, type Request, subjects } from "@token-sentiment/contract";
import { serveEngine } from "@token-sentiment/engine";
import { market } from "@token-sentiment/engine-market";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { type OnePool, startOnePoolMarket } from "./one-pool-market.ts";

const HOUR_MS = 3_600_000;
const contract_address = "0x00000000000000000000000000000000000000aa";

test("a pool is compared with what another replica saw of it, hours ago; at first nothing is known", async () => {
  const began = 1_800_000_000_000;
  let now = began;
  const pool: OnePool = { liquidityUsd: 100_000, priceUsd: 1, closes: Array.from({ length: 160 }, () => 1), statuses: {} };
  await using upstreams = await startOnePoolMarket(pool, began);
  await using broker = await startBroker();
  const [gateway, reader] = [await broker.open("gateway"), await broker.open("aggregator")];
  const lookOf = async (instance: string) => {
    await using stack = new AsyncDisposableStack();
    const log = createLog("silent", { service: "engine-market", version: "test", instance });
    const bus = await broker.open("engine-market", { log });
    const room = { bus, log, metrics: createMetrics(), version: "1.0.0", instance, config: market.config.parse(upstreams.urls) };
    stack.use(await serveEngine(market, { ...room, now: () => now }));
    const job_id = randomUUID();
    const job = { job_id, request_id: job_id, caller: "test", coin_symbol: "ANY", contract_address, chain_id: "1" } as const;
    const value: Request = { ...job, expects: ["market"], budget_ms: 60_000 };
    await writeFact(gateway, { kind: "request", subject: subjects.request("1", job_id), value });
    const evidence = async () => (await readJournal(reader, job_id)).find(({ subject }) => subject === subjects.evidence("market", job_id));
    await expect.poll(evidence, { timeout: 10_000, interval: 20 }).toBeDefined();
    const fact = (await evidence()) ?? expect.fail("there is evidence");
    return parseFact("evidence", fact).signals.find(({ code }) => code === "liquidity_change");
  };
  expect(await lookOf("one")).toMatchObject({ status: "unknown" });
  now = began + 2 * HOUR_MS;
  pool.liquidityUsd = 30_000;
  expect(await lookOf("two")).toMatchObject({ status: "hit", values: { earlier_liquidity_usd: 100_000, liquidity_usd: 30_000, hours: 2 } });
  // A shallow pool that is the deepest of what is left hides nothing; one to which all of it went does not lack any.
  now += HOUR_MS;
  pool.heirUsd = 40_000;
  expect(await lookOf("heir")).toMatchObject({
    status: "hit",
    severity: 3,
    values: { earlier_liquidity_usd: 100_000, liquidity_usd: 40_000 },
  });
  now += HOUR_MS;
  pool.heirUsd = 99_000;
  expect(await lookOf("moved")).toMatchObject({ status: "clear" });
  now += HOUR_MS;
  delete pool.heirUsd;
  pool.liquidityUsd = 0;
  expect(await lookOf("three")).toMatchObject({ status: "hit", severity: 3, values: { earlier_liquidity_usd: 100_000, liquidity_usd: 0 } });
});
