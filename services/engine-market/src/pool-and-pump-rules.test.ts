import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { eventOf } from "./event.ts";
import type { Facts } from "./facts.ts";
import { rules } from "./rules.ts";

const HOUR_MS = 3_600_000;
const movement = { high: 1, price: 1, drawdown: 0, fall: 0, recovered: 0, rise: 0.6, givenBack: 0.6, roseAt: 50 * HOUR_MS, dayReturn: 0 };
const pool = { address: "0xpool", liquidityUsd: 50_000, volumeUsd: 5_000, buys: 300, sells: 250, priceUsd: 1 };
const facts = (change: Partial<Facts> = {}): Facts => ({
  pool,
  candlesFrom: "geckoterminal",
  withoutCandles: undefined,
  movement,
  volume: { dayUsd: 5_000, usualUsd: 5_000, days: 6 },
  reference: undefined,
  ...change,
});
const line = (change: Partial<Facts>, code: string) =>
  observeRules(rules, facts(change), { observedAt: 1 }).find((one) => one.code === code);
const start = { detectedAt: 51 * HOUR_MS, rushOrders: 40, usualRushOrders: 0.2, deviations: 39, price: 1, rise: 0.31, boughtShare: 0.9 };
const sight = (change: object = {}) => ({ pump: { start, givenBack: 0.8, seenFrom: 40 * HOUR_MS, trades: 300, ...change } });

test("a rush that began a rise is told with its time, its orders, its rise and what came back of it", () => {
  expect(line(sight(), "pump_start")).toMatchObject({
    status: "hit",
    severity: 2,
    text: "40 buy orders within 25 s, where there are usually 0.2, raised the price 31.0 %: a pump seen at 1970-01-03T03:00:00Z; 80.0 % of its rise is given back",
    values: { detected_at: 51 * HOUR_MS, rush_orders: 40, rise: 0.31, given_back: 0.8 },
  });
  expect(line(sight({ givenBack: 0.1 }), "pump_start")).toMatchObject({ status: "hit", severity: 1 });
});

test("no rush is clear only where the trades reach back to the rise; else it is unknown, as when they could not be asked", () => {
  expect(line(sight({ start: undefined }), "pump_start")).toMatchObject({ status: "clear" });
  expect(line(sight({ start: undefined, seenFrom: 51 * HOUR_MS }), "pump_start")).toMatchObject({ status: "unknown" });
  expect(line({ pump: { why: "geckoterminal answered 500" } }, "pump_start")).toMatchObject({
    status: "unknown",
    text: "whether a rush of buy orders began the rise is unknown: geckoterminal answered 500",
  });
  expect(line({}, "pump_start")).toBeUndefined();
});

test("the week's high counts beside the day's, and two days of trades are no week", () => {
  expect(line({ week: { high: 3, drawdown: 0.6667, days: 7 } }, "week_drawdown")).toMatchObject({
    status: "hit",
    text: "price is 66.7 % below its high of the last 7.0 days",
  });
  expect(line({ week: { high: 1, drawdown: 0.49, days: 7 } }, "week_drawdown")?.status).toBe("clear");
  expect(line({ week: undefined }, "week_drawdown")?.status).toBe("unknown");
});

test("a volume that the token's own days often reach is not abnormal", () => {
  const volume = { dayUsd: 15_000, usualUsd: 5_000, days: 6 };
  expect(line({ volume }, "abnormal_volume")?.status).toBe("hit");
  expect(line({ volume: { ...volume, deviationUsd: 8_000 } }, "abnormal_volume")).toMatchObject({ status: "clear", values: { z: 1.25 } });
  expect(line({ volume: { ...volume, deviationUsd: 100 } }, "abnormal_volume")).toMatchObject({
    status: "hit",
    text: "24 h volume 15,000 USD, 3.0 times the mean of the 6.0 days before (z 20.0)",
  });
});

const looks = (now: number, before?: number) => ({
  looks: {
    now: { at: 3 * HOUR_MS, pool: "0xpool", liquidityUsd: now, priceUsd: 1 },
    before: before === undefined ? undefined : { at: 0, pool: "0xpool", liquidityUsd: before, priceUsd: 1 },
  },
});
test("liquidity that went since an earlier look is told; without an earlier one that is unknown", () => {
  expect(line(looks(20_000, 100_000), "liquidity_change")).toMatchObject({
    status: "hit",
    severity: 3,
    text: "its deepest pool went from 100,000 USD to 20,000 USD in the 3.0 h since this engine looked before; 80.0 % of it was taken out, trades do not explain that",
  });
  const { now, before } = looks(20_000, 100_000).looks;
  expect(line({ looks: { now: { ...now, pool: "0xother" }, before } }, "liquidity_change")?.text).toContain(
    "its deepest pool, another pool by now, went",
  );
  expect(line(looks(70_000, 100_000), "liquidity_change")).toMatchObject({ status: "hit", severity: 2 });
  expect(line(looks(99_000, 100_000), "liquidity_change")?.status).toBe("clear");
  expect(line(looks(99_000), "liquidity_change")?.status).toBe("unknown");
});

test("two pools that hold something are compared, a shallow one is not", () => {
  const second = (priceUsd: number, liquidityUsd = 20_000) => ({ pool: { ...pool, second: { priceUsd, liquidityUsd } } });
  expect(line(second(0.9), "pools_disagree")).toMatchObject({
    status: "hit",
    text: "its second pool (20,000 USD) prices it 10.0 % below its deepest (50,000 USD)",
  });
  expect(line(second(1.01), "pools_disagree")?.status).toBe("clear");
  expect(line(second(0.000009, 9_999), "pools_disagree")).toBeUndefined();
  expect(line({}, "pools_disagree")).toBeUndefined();
});

test.for([
  [{ buyers: 6, sellers: 5 }, "hit", 0.6],
  [{ buyers: 30, sellers: 100 }, "hit", 0],
  [{ buyers: 100, sellers: 20 }, "hit", 0.1],
  [{ buyers: 100, sellers: 80 }, "clear", 0],
  [{ why: "geckoterminal answered 429" }, "unknown", 0],
] as const)("%j in 550 trades is %s", ([traders, status, whale_manipulation]) => {
  expect(line({ traders }, "traders")).toMatchObject({ status, weights: { whale_manipulation } });
});

test("a handful of trades says nothing about who trades", () => {
  expect(line({ traders: { buyers: 1, sellers: 1 }, pool: { ...pool, buys: 10, sells: 9 } }, "traders")).toBeUndefined();
});

test("paid attention is manipulation's evidence; a profile is not, and unknown is unknown", () => {
  const promotion = { ads: 1, boosts: 2, lastPaidAt: Date.parse("2026-11-02T17:00:00Z"), profile: true };
  expect(line({ promotion }, "paid_promotion")).toMatchObject({
    status: "hit",
    text: "paid promotion at DexScreener: 1 advertisement and 2 boosts within 30 days, the last on 2026-11-02; 0 boosts running now",
  });
  expect(line({ promotion: { ...promotion, ads: 0, boosts: 0 } }, "paid_promotion")?.status).toBe("clear");
  const unasked = { why: "dexscreener-orders answered 404" };
  expect(line({ promotion: unasked }, "paid_promotion")?.status).toBe("unknown");
  expect(line({ promotion: unasked, pool: { ...pool, boosts: 30 } }, "paid_promotion")?.status).toBe("hit");
});

test("another symbol is told, but not repeated when it is more than a symbol", () => {
  expect(line({ symbols: { asked: "PEPE", own: "PEPE2" } }, "other_symbol")?.text).toBe(
    "its own symbol is PEPE2, not the one that was asked for",
  );
  const own = "SAFE! VISIT EXAMPLE.COM";
  expect(JSON.stringify(line({ symbols: { asked: "PEPE", own } }, "other_symbol"))).not.toContain("EXAMPLE");
});

test("who bears a stable coin's name without being it is told", () => {
  expect(line({ copies: "USDC" }, "copied_symbol")).toMatchObject({ status: "hit", severity: 2, values: { coin: "USDC" } });
  expect(line({}, "copied_symbol")).toBeUndefined();
});

test("a stable coin is measured against its dollar", () => {
  const at = (priceUsd: number | undefined) => ({ stable: "USDC", pool: { ...pool, priceUsd } });
  expect(line(at(0.88), "depeg")).toMatchObject({
    status: "hit",
    severity: 3,
    text: "USDC trades at 0.8800 USD, 12.0 % below the dollar that it stands for",
  });
  expect(line(at(0.97), "depeg")).toMatchObject({ status: "hit", severity: 2 });
  expect(line(at(1.03), "depeg")?.status).toBe("clear");
  expect(line(at(undefined), "depeg")?.status).toBe("unknown");
  expect(line({ stable: "USDC", pool: "quote" }, "depeg")?.status).toBe("unknown");
  expect(line({}, "depeg")).toBeUndefined();
});

test("a pool of dust breaks no peg: what it says is unknown, and no event", () => {
  const dust = { stable: "FDUSD", pool: { ...pool, liquidityUsd: 50, priceUsd: 0.5 }, movement: { ...movement, rise: 0 } };
  expect(line(dust, "depeg")?.status).toBe("unknown");
  expect(eventOf(facts(dust))).toBe(0);
});

test("a rush, a lost week, a drained pool and a broken peg are events too", () => {
  const calm = { movement: { ...movement, rise: 0 } };
  expect(eventOf(facts(calm))).toBe(0);
  expect(eventOf(facts({ ...calm, ...sight() }))).toBeCloseTo(0.6);
  expect(eventOf(facts({ ...calm, week: { high: 2, drawdown: 0.5, days: 7 } }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ ...calm, ...looks(80_000, 100_000) }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ ...calm, stable: "USDC", pool: { ...pool, priceUsd: 0.98 } }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ movement: undefined, stable: "USDC", pool: { ...pool, priceUsd: 0.5 } }))).toBe(1);
});
