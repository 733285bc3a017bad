import { type Candle, DAY_MS, HOUR_MS } from "./candle.ts";

/** What the price did in the last 24 hours. Shares are 0..1. */
export interface Movement {
  high: number;
  price: number;
  /** How far the price is below the 24 h high now. */
  drawdown: number;
  /** The deepest fall from a high to a later low, as a share of the high, and how much of it was made good since. */
  fall: number;
  recovered: number;
  /** The steepest rise from a low to a later high, as a share of the low, and how much of it was given back since. */
  rise: number;
  givenBack: number;
  /** Start of the hour in which that rise began at its low, epoch ms. */
  roseAt: number;
  /** Price now over the price 24 h ago, minus 1. */
  dayReturn: number;
}

/** Candles that began in the last 24 h: the hour that is running counts, the one that began before does not. */
const lastDay = (candles: readonly Candle[], now: number): Candle[] => candles.filter(({ at }) => at >= now - DAY_MS && at < now);

/** Prices of nearly nothing make rises of any size; this many times are as many as more. */
const RISE_MAX = 1e6;

const share = (part: number, of: number): number => (of > 0 ? Math.min(1, Math.max(0, part / of)) : 0);

/** How far the price went beyond open and close counts only as far as an hour beside it went too: one odd trade moves no market. */
function withoutWicks({ open, high, low, close }: Candle, beside: readonly (Candle | undefined)[]): Pick<Candle, "high" | "low"> {
  const near = beside.filter((candle) => candle !== undefined);
  return {
    high: Math.max(
      open,
      close,
      Math.min(
        high,
        ...near
          .map((candle) => candle.high)
          .toSorted((a, b) => b - a)
          .slice(0, 1),
      ),
    ),
    low: Math.min(
      open,
      close,
      Math.max(
        low,
        ...near
          .map((candle) => candle.low)
          .toSorted((a, b) => a - b)
          .slice(0, 1),
      ),
    ),
  };
}

/** The movement of the last 24 h, or undefined when nothing was traded in it. Candles come oldest first. */
export function movementOf(candles: readonly Candle[], now: number): Movement | undefined {
  const day = lastDay(candles, now);
  const [first, last] = [day[0], day.at(-1)];
  if (!first || !last) return undefined;
  const price = last.close;
  // Within one candle only its open is known to come first.
  let [top, bottom] = [first.open, first.open];
  let fall = { from: first.open, to: first.open };
  let lowAt = first.at;
  let rise = { from: first.open, to: first.open, at: first.at };
  for (const [index, candle] of day.entries()) {
    const { open } = candle;
    const { high, low } = withoutWicks(candle, [day[index - 1], day[index + 1]]);
    // The last of equal lows: before it nothing rose for good.
    if (open <= bottom) lowAt = candle.at;
    [top, bottom] = [Math.max(top, open), Math.min(bottom, open)];
    if (share(top - low, top) > share(fall.from - fall.to, fall.from)) fall = { from: top, to: low };
    if (high / bottom > rise.to / rise.from) rise = { from: bottom, to: high, at: lowAt };
    if (low <= bottom) lowAt = candle.at;
    [top, bottom] = [Math.max(top, high), Math.min(bottom, low)];
  }
  return {
    high: top,
    price,
    drawdown: share(top - price, top),
    fall: share(fall.from - fall.to, fall.from),
    recovered: share(price - fall.to, fall.from - fall.to),
    rise: Math.min(RISE_MAX, rise.to / rise.from - 1),
    givenBack: share(rise.to - price, rise.to - rise.from),
    roseAt: rise.at,
    dayReturn: price / first.open - 1,
  };
}

/** The price against its high of the days that are known, up to seven. */
export interface Week {
  high: number;
  /** How far the price is below that high now, 0..1. */
  drawdown: number;
  /** How many days are known; more than two. */
  days: number;
}

/** Less is told by the movement of the day. */
const WEEK_DAYS_MIN = 2;

/** The price against the week's high, or undefined when no more than two days are known or nothing was traded in the last 24 h. Candles come oldest first. */
export function weekOf(candles: readonly Candle[], now: number): Week | undefined {
  const known = candles.filter(({ at }) => at >= now - 7 * DAY_MS - HOUR_MS && at < now);
  const [first, last] = [known[0], lastDay(known, now).at(-1)];
  if (!first || !last || now - first.at <= WEEK_DAYS_MIN * DAY_MS) return undefined;
  const high = Math.max(...known.map((candle, index) => withoutWicks(candle, [known[index - 1], known[index + 1]]).high));
  return { high, drawdown: share(high - last.close, high), days: (now - first.at) / DAY_MS };
}

/** Volume of the last 24 h against the mean day before. */
export interface Volume {
  dayUsd: number;
  /** Mean per 24 h of the days before; undefined when less than a day of them is known. */
  usualUsd: number | undefined;
  /** How many days that mean is over. */
  days: number;
  /** Standard deviation of the whole days before; undefined when less than three of them are known. */
  deviationUsd?: number;
}

const DAYS_TO_DEVIATE = 3;

/** How far single days lie from their mean (sample standard deviation). A day without a trade is one of none. */
function deviationOf(before: readonly Candle[], { until, days }: { until: number; days: number }): number | undefined {
  const whole = Math.floor(days);
  if (whole < DAYS_TO_DEVIATE) return undefined;
  const volumes = Array.from({ length: whole }, () => 0);
  for (const { at, volumeUsd } of before) {
    const day = Math.floor((until - at - 1) / DAY_MS);
    if (day < whole) volumes[day] = (volumes[day] ?? 0) + volumeUsd;
  }
  const mean = volumes.reduce((sum, one) => sum + one, 0) / whole;
  return Math.sqrt(volumes.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (whole - 1));
}

/** The volume of the last 24 h and of up to six days before. */
export function volumeOf(candles: readonly Candle[], now: number): Volume {
  const sum = (some: readonly Candle[]): number => some.reduce((total, { volumeUsd }) => total + volumeUsd, 0);
  const started = now - DAY_MS;
  const earlier = candles.filter(({ at }) => at < started);
  // Of a token that trades seldom the source tells weeks; they count only where its own week has nothing.
  const weekAgo = now - 7 * DAY_MS;
  const recent = earlier.filter(({ at }) => at >= weekAgo - HOUR_MS);
  const before = recent.length > 0 ? recent : earlier;
  const isOlder = recent.length > 0 && recent.length < earlier.length;
  // The candle that began before the 24 hours and ends in them is whole among the days before.
  const until = Math.max(started, (before.at(-1)?.at ?? 0) + HOUR_MS);
  const days = before[0] ? (until - (isOlder ? Math.min(weekAgo, before[0].at) : before[0].at)) / DAY_MS : 0;
  const deviationUsd = deviationOf(before, { until, days });
  return {
    dayUsd: sum(lastDay(candles, now)),
    usualUsd: days >= 1 ? sum(before) / days : undefined,
    days,
    ...(deviationUsd !== undefined && { deviationUsd }),
  };
}
