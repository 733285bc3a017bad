import type { Upstream } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { promotionOf } from "./promotion.ts";

const now = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const order = (type: string, status: string, daysAgo: number) => ({ type, status, paymentTimestamp: now - daysAgo * DAY_MS });

async function read(answer: unknown) {
  const upstream: Upstream = {
    circuit: "closed",
    request: async (schema) => schema.parse(answer),
    [Symbol.asyncDispose]: async () => undefined,
  };
  return promotionOf(upstream, { chain: "solana", address: "mint" }, { signal: new AbortController().signal, now });
}

test("the documented list of orders and the answer with boosts are both read", async () => {
  const orders = [order("tokenAd", "approved", 3), order("trendingBarAd", "on-hold", 1), order("tokenProfile", "approved", 400)];
  expect(await read(orders)).toEqual({ ads: 2, boosts: 0, lastPaidAt: now - DAY_MS, profile: true });
  const boosts = [{ amount: 10, paymentTimestamp: now - 5 * DAY_MS }];
  expect(await read({ orders: [], boosts })).toEqual({ ads: 0, boosts: 1, lastPaidAt: now - 5 * DAY_MS, profile: false });
  expect(await read([])).toEqual({ ads: 0, boosts: 0, lastPaidAt: undefined, profile: false });
});

test("what was refused, cancelled or paid more than 30 days ago does not count; an order without a time does", async () => {
  const gone = [order("tokenAd", "cancelled", 1), order("tokenAd", "rejected", 1), order("tokenAd", "approved", 31)];
  expect(await read({ orders: gone, boosts: [{ amount: 10, paymentTimestamp: now - 31 * DAY_MS }] })).toMatchObject({ ads: 0, boosts: 0 });
  expect(await read([{ type: "tokenAd", status: "approved" }])).toMatchObject({ ads: 1, lastPaidAt: undefined });
});

test("a time that is none is told by nobody", async () => {
  expect(await read([{ ...order("tokenAd", "approved", 0), paymentTimestamp: 1e300 }])).toMatchObject({ ads: 1, lastPaidAt: undefined });
});

test("an entry that cannot be read is left out; an answer of another shape is refused", async () => {
  expect(await read({ orders: [7, order("tokenAd", "approved", 1)], boosts: null })).toMatchObject({ ads: 1, boosts: 0 });
  await expect(read({ error: "not found" })).rejects.toThrow();
});
