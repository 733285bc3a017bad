import { observeRules } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { eventOf } from "./event.ts";
import type { Facts } from "./facts.ts";
import type { Movement } from "./movement.ts";
import { rules } from "./rules.ts";

const still: Movement = { high: 1, price: 1, drawdown: 0, fall: 0, recovered: 0, rise: 0, givenBack: 0, roseAt: 0, dayReturn: 0 };
const facts = (change: Partial<Facts> = {}): Facts => ({
  pool: { address: "0xpool", liquidityUsd: 50_000, volumeUsd: 5_000, buys: 30, sells: 25 },
  candlesFrom: "geckoterminal",
  withoutCandles: undefined,
  movement: still,
  volume: { dayUsd: 5_000, usualUsd: 5_000, days: 6 },
  reference: { coin: "ETH", dayReturn: 0 },
  week: { high: 1, drawdown: 0, days: 7 },
  ...change,
});
const observe = (change: Partial<Facts>) => observeRules(rules, facts(change), { observedAt: 1 });
const moved = (change: Partial<Movement>) => ({ movement: { ...still, ...change } });
const outline = (change: Partial<Facts>) => observe(change).map(({ code, status }) => `${code}: ${status}`);

test("a calm market is clear throughout and no event", () => {
  expect(outline({})).toEqual([
    "drawdown: clear",
    "week_drawdown: clear",
    "abnormal_volume: clear",
    "liquidity: clear",
    "trade_sides: clear",
  ]);
  expect(eventOf(facts())).toBe(0);
});

test.for([
  [{ fall: 0.19 }, "drawdown: clear"],
  [{ fall: 0.2, recovered: 0.4 }, "drawdown: hit"],
  [{ fall: 0.7 }, "drawdown: hit"],
  [{ fall: 0.7, recovered: 0.5 }, "recovered: hit"],
] as const)("a movement of %j is one line about the price: %s", ([movement, line]) => {
  const lines = outline(moved(movement)).filter((one) => /^(drawdown|recovered)/.test(one));
  expect(lines).toEqual([line]);
});

test("a fall says that price alone gives no cause, and weighs little", () => {
  const [signal] = observe(moved({ fall: 0.8, drawdown: 0.8 }));
  expect(signal?.text).toMatch(/fell 80\.0 % .* no cause found in price alone$/);
  expect(signal?.weights.real_crash).toBeLessThan(1);
});

test("a fall that gives back a rise of the same day is told as a pump, not as a crash", () => {
  const signals = observe(moved({ rise: 1.5, givenBack: 0.8, fall: 0.48, dayReturn: 0.3 }));
  expect(signals.map(({ code }) => code)).toEqual(expect.arrayContaining(["drawdown", "pump_shape"]));
  const total = signals.reduce((sum, { weights }) => sum + weights.whale_manipulation - weights.real_crash, 0);
  expect(total).toBeGreaterThan(0.5);
});

test("a falling day is compared with its coin, and unknown without it", () => {
  const falling = moved({ fall: 0.3, dayReturn: -0.3 });
  expect(outline({ ...falling, reference: { coin: "ETH", dayReturn: -0.2 } })).toContain("market_wide_fall: hit");
  expect(outline({ ...falling, reference: { coin: "ETH", dayReturn: 0.01 } })).toContain("own_fall: hit");
  expect(outline({ ...falling, reference: { coin: "ETH", dayReturn: undefined } })).toContain("own_fall: unknown");
});

test("missing candles are said with their reason and are never clear", () => {
  const lines = observe({ movement: undefined, volume: undefined, withoutCandles: "geckoterminal answered 500" });
  expect(lines[0]).toMatchObject({ status: "unknown", text: "price movement unknown: geckoterminal answered 500" });
  expect(lines.filter(({ code }) => code === "drawdown" || code === "abnormal_volume").every(({ status }) => status === "unknown")).toBe(
    true,
  );
  expect(eventOf(facts({ movement: undefined }))).toBeUndefined();
});

test("a contract without a pool has one line, and it is unknown", () => {
  expect(outline({ pool: "none", movement: undefined, volume: undefined, week: undefined, withoutCandles: "no pool" })).toEqual([
    "no_market: unknown",
  ]);
});

test("a contract that is only what others are paid in is told as such", () => {
  const [line, ...others] = observe({ pool: "quote", movement: undefined, volume: undefined, week: undefined, withoutCandles: "no pool" });
  expect(line).toMatchObject({
    code: "no_market",
    status: "unknown",
    text: expect.stringMatching(/^known only as the quote side of pools/),
  });
  expect(others).toEqual([]);
});

test("an event begins at a fall of 20 %, a rise of 50 %, or three times the usual volume", () => {
  expect(eventOf(facts(moved({ fall: 0.2 })))).toBeCloseTo(0.3);
  expect(eventOf(facts(moved({ rise: 0.5 })))).toBeCloseTo(0.3);
  expect(eventOf(facts({ volume: { dayUsd: 15_000, usualUsd: 5_000, days: 6 } }))).toBeCloseTo(0.3);
  expect(eventOf(facts({ volume: { dayUsd: 900, usualUsd: 1, days: 6 } }))).toBe(0);
});

test("a trade that is small beside the pool is no event", () => {
  expect(eventOf(facts({ volume: { dayUsd: 1_160, usualUsd: 360, days: 6 } }))).toBe(0);
  expect(outline({ volume: { dayUsd: 1_160, usualUsd: 360, days: 6 } })).toContain("abnormal_volume: clear");
});

test("a crash that is still one is not recovered, however much of its worst was made good", () => {
  expect(outline(moved({ fall: 0.9, recovered: 0.504, drawdown: 0.446, dayReturn: -0.446 }))).toContain("drawdown: hit");
  expect(outline(moved({ fall: 0.3, recovered: 0.6, drawdown: 0.12 }))).toContain("recovered: hit");
});

test("a market in which nobody traded is unknown, not calm", () => {
  const dead = { movement: undefined, volume: { dayUsd: 0, usualUsd: 5_000, days: 6 } };
  expect(outline(dead)).toEqual(expect.arrayContaining(["drawdown: unknown", "abnormal_volume: unknown"]));
  expect(outline(dead)).not.toContain("abnormal_volume: clear");
});
