import { openBucket } from "@token-sentiment/bus";
import { Presence } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { openMarket } from "./market.ts";

test("a running engine is present, each replica by itself, and a stopped one is not", async () => {
  await using market = await openMarket();
  const presence = await openBucket(market.aggregator, "presence");
  const present = async () => (await presence.list("security")).map(({ value }) => Presence.parse(value).instance).toSorted();
  await market.serve(async () => ({ signals: [] }), {}, "one");
  const two = await market.serve(async () => ({ signals: [] }), {}, "two");
  expect(await present()).toEqual(["one", "two"]);
  await two.stop();
  expect(await present()).toEqual(["one"]);
});

test("presence is renewed before it runs out", async () => {
  await using market = await openMarket();
  const presence = await openBucket(market.aggregator, "presence");
  await market.serve(async () => ({ signals: [] }));
  const [first] = await presence.list("security");
  await expect.poll(async () => (await presence.list("security"))[0]?.revision, { timeout: 6000 }).toBeGreaterThan(first?.revision ?? 0);
});
