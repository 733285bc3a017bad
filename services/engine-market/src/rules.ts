import { rule } from "@token-sentiment/engine";
import { volumeFloor, volumeRatio } from "./event.ts";
import type { Facts } from "./facts.ts";
import { poolRules } from "./pool-rules.ts";
import { nats, silent } from "./weights.ts";
import { percent, round, usd } from "./wording.ts";

const label = "MARKET";

/** From here on a fall is one, a rise is one, and a falling day is one. */
const FALL = 0.2;
const RISE = 0.5;
const DAY_FALL = -0.15;

const fell = ({ movement }: Facts, from: number, below = Infinity): boolean =>
  movement !== undefined && movement.fall >= from && movement.fall < below;
/** Most of the fall is made good, and what is left of it is none. */
const cameBack = ({ movement }: Facts): boolean => (movement?.recovered ?? 0) >= 0.5 && (movement?.drawdown ?? 0) < FALL;

const source = { label, source: "candles" } as const;
const price = {
  ...source,
  group: "price",
  values: ({ movement, candlesFrom }: Facts) => ({
    fall: round(movement?.fall ?? 0),
    recovered: round(movement?.recovered ?? 0),
    drawdown: round(movement?.drawdown ?? 0),
    high_usd: movement?.high ?? 0,
    price_usd: movement?.price ?? 0,
    from: candlesFrom,
  }),
} as const;
const rose = ({ movement }: Facts): boolean => (movement?.rise ?? 0) >= RISE;
const gaveBack = ({ movement }: Facts): boolean => (movement?.givenBack ?? 0) >= 0.5;
/** The fall is the other half of a rise that came before it. */
const isGivingBack = (facts: Facts): boolean => rose(facts) && gaveBack(facts) && (facts.movement?.dayReturn ?? 0) > DAY_FALL;
const fallText = ({ movement }: Facts): string =>
  `price fell ${percent(movement?.fall ?? 0)} from a high within 24 h and made good ${percent(movement?.recovered ?? 0)} of that; it is ${percent(movement?.drawdown ?? 0)} below its 24 h high`;

const priceRules = [
  rule<Facts>(
    "drawdown",
    { ...price, severity: 2 },
    (facts) => fell(facts, 0.5) && !cameBack(facts) && !isGivingBack(facts),
    (facts) => `${fallText(facts)}; no cause found in price alone`,
    nats(0.6, -0.3, 0.1),
  ),
  rule<Facts>(
    "drawdown",
    { ...price, severity: 1 },
    (facts) => fell(facts, FALL, 0.5) && !cameBack(facts) && !isGivingBack(facts),
    (facts) => `${fallText(facts)}; no cause found in price alone`,
    nats(0.3, -0.1, 0.1),
  ),
  rule<Facts>(
    "drawdown",
    { ...price, severity: 1 },
    (facts) => fell(facts, FALL) && !cameBack(facts) && isGivingBack(facts),
    (facts) => `${fallText(facts)}; it gives back a rise of the same day`,
    nats(0.1, -0.1, 0.3),
  ),
  rule<Facts>("recovered", price, (facts) => fell(facts, FALL) && cameBack(facts), fallText, nats(-0.3, 0.4)),
  rule<Facts>("drawdown", { ...price, status: "clear" }, (facts) => fell(facts, 0, FALL), fallText, nats(-0.3, 0.2)),
  rule<Facts>(
    "drawdown",
    { ...price, status: "unknown" },
    ({ movement, pool }) => movement === undefined && typeof pool !== "string",
    ({ withoutCandles }) => `price movement unknown: ${withoutCandles ?? "nothing was traded in the last 24 hours"}`,
    silent,
  ),
];

const pump = {
  ...source,
  group: "pump",
  values: ({ movement, candlesFrom }: Facts) => ({
    rise: round(movement?.rise ?? 0),
    given_back: round(movement?.givenBack ?? 0),
    from: candlesFrom,
  }),
} as const;
const riseText = ({ movement }: Facts): string =>
  `price rose ${percent(movement?.rise ?? 0)} within 24 h and gave back ${percent(movement?.givenBack ?? 0)} of that`;

const pumpRules = [
  rule<Facts>("pump_shape", { ...pump, severity: 2 }, (facts) => rose(facts) && gaveBack(facts), riseText, nats(0.1, -0.3, 0.8)),
  rule<Facts>("steep_rise", { ...pump, severity: 1 }, (facts) => rose(facts) && !gaveBack(facts), riseText, nats(-0.2, -0.1, 0.4)),
];

const compared = {
  ...source,
  group: "price",
  source: "binance",
  values: ({ movement, reference }: Facts) => ({
    day_return: round(movement?.dayReturn ?? 0),
    reference: reference?.coin ?? "",
    ...(reference?.dayReturn !== undefined && { reference_return: round(reference.dayReturn) }),
  }),
} as const;
/** The day fell so far that the reference coin has a say. */
export const fellToday = ({ movement, reference }: Facts): boolean => reference !== undefined && (movement?.dayReturn ?? 0) <= DAY_FALL;
const fellTogether = ({ movement, reference }: Facts): boolean => (reference?.dayReturn ?? 0) <= (movement?.dayReturn ?? 0) / 2;
const comparison = ({ movement, reference }: Facts): string =>
  `over 24 h the price moved ${percent(movement?.dayReturn ?? 0)}, ${reference?.coin} ${percent(reference?.dayReturn ?? 0)}`;

const comparisonRules = [
  rule<Facts>(
    "market_wide_fall",
    compared,
    (facts) => fellToday(facts) && facts.reference?.dayReturn !== undefined && fellTogether(facts),
    (facts) => `${comparison(facts)}: much of the fall is the whole market's`,
    nats(-0.3, 0.3),
  ),
  rule<Facts>(
    "own_fall",
    compared,
    (facts) => fellToday(facts) && facts.reference?.dayReturn !== undefined && !fellTogether(facts),
    (facts) => `${comparison(facts)}: the fall is the token's own`,
    nats(0.1, 0),
  ),
  rule<Facts>(
    "own_fall",
    { ...compared, status: "unknown" },
    (facts) => fellToday(facts) && facts.reference?.dayReturn === undefined,
    ({ reference }) => `whether the whole market fell is unknown: ${reference?.coin} could not be compared`,
    silent,
  ),
];

const volume = {
  ...source,
  values: (facts: Facts) => ({
    day_usd: Math.round(facts.volume?.dayUsd ?? 0),
    ...(facts.volume?.usualUsd !== undefined && { usual_usd: Math.round(facts.volume.usualUsd) }),
    days: round(facts.volume?.days ?? 0),
    from: facts.candlesFrom,
  }),
} as const;
const volumeText = (facts: Facts): string =>
  `24 h volume ${usd(facts.volume?.dayUsd ?? 0)}, ${(volumeRatio(facts) ?? 0).toFixed(1)} times the mean of the ${(facts.volume?.days ?? 0).toFixed(1)} days before`;
/** Nobody traded: nothing to compare. */
const isDead = ({ movement, volume: traded }: Facts): boolean => movement === undefined && traded !== undefined && traded.dayUsd === 0;
const times = (facts: Facts, from: number, below: number): boolean => {
  const ratio = (facts.volume?.dayUsd ?? 0) < volumeFloor(facts) ? Math.min(1, volumeRatio(facts) ?? NaN) : (volumeRatio(facts) ?? NaN);
  return ratio >= from && ratio < below;
};

const volumeRules = [
  rule<Facts>("abnormal_volume", { ...volume, severity: 1 }, (facts) => times(facts, 10, Infinity), volumeText, nats(0.2, -0.1, 0.3)),
  rule<Facts>("abnormal_volume", { ...volume, severity: 1 }, (facts) => times(facts, 3, 10), volumeText, nats(0.1, 0, 0.2)),
  rule<Facts>("abnormal_volume", { ...volume, status: "clear" }, (facts) => !isDead(facts) && times(facts, 0, 3), volumeText, silent),
  rule<Facts>(
    "abnormal_volume",
    { ...volume, status: "unknown" },
    isDead,
    () => "nothing was traded in the last 24 hours: whether the volume is unusual is unknown",
    silent,
  ),
  rule<Facts>(
    "abnormal_volume",
    { ...volume, status: "unknown" },
    (facts) => facts.movement !== undefined && volumeRatio(facts) === undefined,
    (facts) => `24 h volume ${usd(facts.volume?.dayUsd ?? 0)}; what is usual is unknown: less than a day of earlier trades`,
    silent,
  ),
];

/** Everything the market engine has to say, in the order in which it says it. */
export const rules = [...priceRules, ...pumpRules, ...comparisonRules, ...volumeRules, ...poolRules];
