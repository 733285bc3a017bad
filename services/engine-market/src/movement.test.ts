import { expect, test } from "vitest";
import { type Candle, DAY_MS, HOUR_MS } from "./candle.ts";
import { movementOf, volumeOf, weekOf } from "./movement.ts";

const now = 1_000 * DAY_MS;
/** Hourly candles ending now, each opening where the one before closed. */
const candles = (closes: number[], volumeUsd = 100): Candle[] =>
  closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    const at = now - (closes.length - index) * HOUR_MS;
    return { at, open, high: Math.max(open, close), low: Math.min(open, close), close, volumeUsd };
  });
const flat = (hours: number): number[] => Array.from({ length: hours }, () => 100);

test("a flat day moved nowhere", () => {
  expect(movementOf(candles(flat(48)), now)).toMatchObject({ drawdown: 0, fall: 0, rise: 0, dayReturn: 0 });
});

test("a fall is measured from the high before it, and its recovery from its low", () => {
  const movement = movementOf(candles([...flat(30), 120, 60, 75]), now);
  expect(movement?.fall).toBeCloseTo(0.5);
  expect(movement?.recovered).toBeCloseTo(0.25);
  expect(movement?.drawdown).toBeCloseTo(0.375);
  expect(movement?.dayReturn).toBeCloseTo(-0.25);
});

test("a low before its high is a rise, no fall", () => {
  const movement = movementOf(candles([...flat(30), 50, 150, 100]), now);
  expect(movement?.rise).toBeCloseTo(2);
  expect(movement?.givenBack).toBeCloseTo(0.5);
  expect(movement?.fall).toBeCloseTo(0.5);
});

test("a wick of one hour moves nothing; what two hours reached does, from the open of the first", () => {
  const quiet = candles(flat(30));
  const change = (hours: number[], wick: Partial<Candle>) => quiet.map((one, index) => (hours.includes(index) ? { ...one, ...wick } : one));
  expect(movementOf(change([20], { high: 300, low: 10 }), now)).toMatchObject({ rise: 0, fall: 0, high: 100 });
  expect(movementOf(change([20, 21], { high: 150 }), now)).toMatchObject({ rise: 0.5, givenBack: 1 });
  expect(movementOf(change([20, 21], { low: 50 }), now)).toMatchObject({ fall: 0.5, recovered: 1 });
});

test("what is older than 24 hours is no part of the movement", () => {
  const movement = movementOf(candles([500, ...flat(30)]), now);
  expect(movement?.high).toBe(100);
});

test("a day without a trade has no movement", () => {
  expect(movementOf([], now)).toBeUndefined();
  expect(movementOf(candles(flat(5)), now + 3 * DAY_MS)).toBeUndefined();
});

test("hours without a trade are no hours of volume, and a day of earlier trades is needed to say what is usual", () => {
  expect(volumeOf(candles(flat(20)), now)).toMatchObject({ dayUsd: 2000, usualUsd: undefined });
  expect(volumeOf(candles(flat(72)), now)).toEqual({ dayUsd: 2400, usualUsd: 2400, days: 2 });
  const sparse = candles(flat(72)).filter((_, index) => index % 2 === 0 || index >= 48);
  expect(volumeOf(sparse, now).usualUsd).toBe(1200);
});

test("the last 24 hours are no more than 24 candles, wherever in the hour it is", () => {
  const halfPast = now + HOUR_MS / 2;
  const running = { ...candles([100], 500)[0]!, at: now };
  const week = [...candles(flat(168), 1000), running];
  expect(volumeOf(week, halfPast)).toMatchObject({ dayUsd: 23_500, usualUsd: 24_000 });
});

test("a price of nearly nothing gives no endless rise", () => {
  const [last = expect.fail("there is a candle")] = candles([100]);
  const movement = movementOf(
    [...candles([...flat(30), 100]).slice(0, -2), { ...last, at: now - 2 * HOUR_MS, open: 1e-320, low: 1e-320 }, last],
    now,
  );
  expect(Number.isFinite(movement?.rise)).toBe(true);
});

test("a rise is dated by the hour in which it began, however long it went on", () => {
  expect(movementOf(candles([...flat(30), 100, 150, 151, 152, 153]), now)?.roseAt).toBe(now - 4 * HOUR_MS);
  expect(movementOf(candles([...flat(30), 50, 150, 100]), now)?.roseAt).toBe(now - 2 * HOUR_MS);
});

test("the week is measured from its highest price, not from that of the day, and wicks do not count", () => {
  const week = candles([...flat(60).map((price) => 4 * price), ...flat(60)]);
  expect(weekOf(week, now)).toEqual({ high: 400, drawdown: 0.75, days: 5 });
  expect(
    weekOf(
      week.map((one, index) => (index === 30 ? { ...one, high: 9000 } : one)),
      now,
    )?.high,
  ).toBe(400);
  expect(weekOf(candles([9000, ...flat(170)]), now)?.high).toBe(100);
});

test("two days are no week, nor is one in whose last day nobody traded", () => {
  expect(weekOf(candles(flat(48)), now)).toBeUndefined();
  expect(weekOf(candles(flat(49)), now)).toMatchObject({ drawdown: 0 });
  expect(weekOf(candles(flat(100)), now + 2 * DAY_MS)).toBeUndefined();
});

test("the days before deviate as whole days do, and two of them say nothing", () => {
  const days = (...volumes: number[]) =>
    volumeOf(
      candles(flat(24 * (volumes.length + 1))).map((one, hour) => ({ ...one, volumeUsd: (volumes[Math.floor(hour / 24)] ?? 0) / 24 })),
      now,
    ).deviationUsd;
  expect(days(100, 200, 300)).toBeCloseTo(100);
  expect(days(100, 100, 100, 100)).toBeCloseTo(0);
  expect(days(100, 300)).toBeUndefined();
});

test("of a token that trades seldom, what it traded weeks ago is not its usual volume", () => {
  const [one = expect.fail("there is a candle")] = candles([1]);
  const traded = (daysAgo: number, volumeUsd: number) => ({ ...one, at: now - daysAgo * 86_400_000, volumeUsd });
  const volume = volumeOf([traded(40, 1e6), traded(5, 600), traded(0.5, 9_000)], now);
  expect(volume.dayUsd).toBe(9_000);
  expect(volume.days).toBeCloseTo(6);
  expect(volume.usualUsd).toBeCloseTo(100);
  expect(volumeOf([traded(40, 3_900), traded(0.5, 9_000)], now).usualUsd).toBeCloseTo(100);
});
