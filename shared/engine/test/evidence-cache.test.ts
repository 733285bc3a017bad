import { openBucket } from "@token-sentiment/bus";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import type { Analyze } from "../src/define-engine.ts";
import { createEngineMetrics } from "../src/engine-metrics.ts";
import { UnavailableError } from "../src/errors.ts";
import { createEvidenceCache } from "../src/evidence-cache.ts";
import { finding } from "./finding.ts";
import { CONTRACT, openMarket } from "./market.ts";

function counting(how: Analyze = async () => ({ signals: [finding()] })) {
  let runs = 0;
  const analyze: Analyze = (token, context) => {
    runs += 1;
    return how(token, context);
  };
  return { analyze, runs: () => runs };
}

test("a fresh answer is given again, whatever the case of the address", async () => {
  await using market = await openMarket();
  const { analyze, runs } = counting();
  await market.serve(analyze, { cacheMs: 60_000 });
  const first = await market.answer(await market.request());
  const second = await market.answer(await market.request({ contract_address: CONTRACT.toLowerCase() }));
  expect([first.cached, second.cached]).toEqual([false, true]);
  expect(second).toMatchObject({ signals: first.signals, observed_at: first.observed_at, outcome: "observed" });
  expect(runs()).toBe(1);
});

test("a request that wants it fresh is analyzed anew, and its answer is kept for those that do not", async () => {
  await using market = await openMarket();
  const { analyze, runs } = counting();
  await market.serve(analyze, { cacheMs: 60_000 });
  await market.answer(await market.request());
  const fresh = await market.answer(await market.request({ fresh: true }));
  const after = await market.answer(await market.request());
  expect([fresh.cached, after.cached]).toEqual([false, true]);
  expect(after.observed_at).toBe(fresh.observed_at);
  expect(runs()).toBe(2);
});

test("an answer past its time is made anew", async () => {
  await using market = await openMarket();
  const { analyze, runs } = counting();
  await market.serve(analyze, { cacheMs: 1 });
  await market.answer(await market.request());
  expect(await market.answer(await market.request())).toMatchObject({ cached: false });
  expect(runs()).toBe(2);
});

test("partial answers and failures are not kept", async () => {
  await using market = await openMarket();
  const { analyze, runs } = counting(async ({ coin_symbol }) => {
    if (coin_symbol === "DOWN") throw new UnavailableError("down");
    return { signals: [finding()], partial: true };
  });
  await market.serve(analyze, { cacheMs: 60_000 });
  for (const coin_symbol of ["HALF", "HALF", "DOWN", "DOWN"]) {
    expect(await market.answer(await market.request({ coin_symbol }))).toMatchObject({ cached: false });
  }
  expect(runs()).toBe(4);
});

test("many requests for one token at once are one analysis, over all replicas", async () => {
  await using market = await openMarket();
  const { analyze, runs } = counting(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { signals: [finding()] };
  });
  await market.serve(analyze, { cacheMs: 60_000 }, "one");
  await market.serve(analyze, { cacheMs: 60_000 }, "two");
  const jobs = await Promise.all(Array.from({ length: 12 }, () => market.request()));
  const evidence = await Promise.all(jobs.map((job) => market.answer(job)));
  expect(runs()).toBe(1);
  expect(evidence.filter(({ cached }) => !cached)).toHaveLength(1);
});

test("a cache that cannot be reached costs nothing but the cache: requests of one process still share an analysis", async () => {
  await using market = await openMarket();
  const bus = await market.broker.open("engine-security");
  const bucket = await openBucket(bus, "cache");
  const [log, metrics] = [createLog("silent", { service: "x", version: "1", instance: "x" }), createMetrics()];
  const cache = createEvidenceCache({
    engine: "security",
    version: "1",
    cacheMs: 60_000,
    timeoutMs: 1000,
    bucket,
    log,
    metrics: createEngineMetrics(metrics),
    now: Date.now,
  });
  await bus[Symbol.asyncDispose]();
  const token = { chain_id: "1", contract_address: CONTRACT, coin_symbol: "PEPE" } as const;
  const { analyze, runs } = counting();
  const signal = AbortSignal.timeout(10_000);
  const context = { signal, now: Date.now, log };
  const observed = await Promise.all([1, 2].map(() => cache.observe(token, signal, () => analyze(token, context))));
  expect(observed).toMatchObject([
    { analysis: { signals: [finding()] }, cached: false },
    { analysis: { signals: [finding()] }, cached: true },
  ]);
  expect(runs()).toBe(1);
  expect(await metrics.text()).toContain('tsa_engine_cache_total{result="error"} 1');
});
