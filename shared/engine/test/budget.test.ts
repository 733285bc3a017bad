import { type Bucket, openBucket } from "@token-sentiment/bus";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { createMetrics } from "@token-sentiment/runtime";
import { z } from "zod";
import { createBudget } from "../src/budget.ts";
import { UnavailableError } from "../src/errors.ts";
import { createUpstream } from "../src/upstream.ts";
import { startProvider } from "./provider.ts";

const limit = { calls: 25, perMs: 60_000 };

async function open() {
  const broker = await startBroker();
  const buckets = await Promise.all([1, 2].map(async () => openBucket(await broker.open("engine-security"), "budget")));
  return { buckets, [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose]() };
}
const budgetOf = (bucket: Bucket, now: () => number, more: Partial<Parameters<typeof createBudget>[0]> = {}) =>
  createBudget({ upstream: "goplus", limit, bucket, key: "security.goplus", patienceMs: 1000, now, ...more });

const stopped = () => 60_000 * 1000;

const taken = async (calls: Promise<void>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled").length;

test("replicas together take no more than the budget, and nearly all of it", async () => {
  await using room = await open();
  const budgets = room.buckets.map((bucket) => budgetOf(bucket, stopped));
  const signal = AbortSignal.timeout(20_000);
  const count = await taken(Array.from({ length: 80 }, (_, i) => budgets[i % 2]!.take(signal)));
  expect(count).toBe(25);
});

test("the next window brings a new budget", async () => {
  await using room = await open();
  let time = 60_000 * 1000;
  const budget = budgetOf(room.buckets[0]!, () => time);
  const signal = AbortSignal.timeout(20_000);
  expect(await taken(Array.from({ length: 30 }, () => budget.take(signal)))).toBe(25);
  time += limit.perMs;
  expect(await taken(Array.from({ length: 30 }, () => budget.take(signal)))).toBe(25);
});

test("a budget that is used up says so at once when its window ends too late", async () => {
  await using room = await open();
  const budget = budgetOf(room.buckets[0]!, stopped);
  const signal = AbortSignal.timeout(20_000);
  await taken(Array.from({ length: 25 }, () => budget.take(signal)));
  await expect(budget.take(signal)).rejects.toThrow(new UnavailableError("goplus budget of 25 a minute is used up"));
});

test("a short window is waited for, within the caller's time", async () => {
  await using room = await open();
  const budget = budgetOf(room.buckets[0]!, Date.now, { limit: { calls: 1, perMs: 1000 }, patienceMs: 5000 });
  for (let i = 0; i < 3; i += 1) await budget.take(AbortSignal.timeout(5000));
  await expect(Promise.all([1, 2].map(() => budget.take(AbortSignal.timeout(100))))).rejects.toThrow(
    "goplus budget of 1 a second is used up",
  );
});

test("an upstream asks no more often than its budget, retries included", async () => {
  await using room = await open();
  await using provider = await startProvider();
  const budget = budgetOf(room.buckets[0]!, stopped, { limit: { calls: 2, perMs: 60_000 } });
  await using goplus = createUpstream("goplus", { baseUrl: provider.url }, { metrics: createMetrics(), budget });
  provider.answer((response) => response.writeHead(500).end());
  const call = goplus.request(z.unknown(), { signal: AbortSignal.timeout(5000) });
  await expect(call).rejects.toThrow("goplus budget of 2 a minute is used up");
  expect(provider.asked).toHaveLength(2);
});
