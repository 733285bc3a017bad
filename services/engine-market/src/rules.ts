import { rule } from "@token-sentiment/engine";
import type { Facts } from "./facts.ts";
import { manipulationRules } from "./manipulation-rules.ts";
import { poolChangeRules } from "./pool-change-rules.ts";
import { poolRules } from "./pool-rules.ts";
import { gaveBack, pumpRules, rose } from "./pump-rules.ts";
import { stableRules } from "./stable-rules.ts";
import { volumeRules } from "./volume-rules.ts";
import { nats, silent } from "./weights.ts";
import { percent, round } from "./wording.ts";

const label = "MARKET";

/** From here on a fall is one, a week's is one, and a falling day is one. */
const FALL = 0.2;
const WEEK_FALL = 0.5;
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

const weekly = {
  ...source,
  group: "price",
  values: ({ movement, week, candlesFrom }: Facts) => ({
    drawdown: round(week?.drawdown ?? 0),
    high_usd: week?.high ?? 0,
    price_usd: movement?.price ?? 0,
    days: round(week?.days ?? 0),
    from: candlesFrom,
  }),
} as const;
const weekText = ({ week }: Facts): string =>
  `price is ${percent(week?.drawdown ?? 0)} below its high of the last ${(week?.days ?? 0).toFixed(1)} days`;

const weekRules = [
  rule<Facts>("week_drawdown", { ...weekly, severity: 1 }, ({ week }) => (week?.drawdown ?? 0) >= WEEK_FALL, weekText, nats(0.3, -0.2)),
  rule<Facts>(
    "week_drawdown",
    { ...weekly, status: "clear" },
    ({ week }) => week !== undefined && week.drawdown < WEEK_FALL,
    weekText,
    silent,
  ),
  rule<Facts>(
    "week_drawdown",
    { ...weekly, status: "unknown" },
    ({ movement, week }) => movement !== undefined && week === undefined,
    () => "how far the price is below its 7 d high is unknown: no more than two days of trades are known",
    silent,
  ),
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

/** Everything the market engine has to say, in the order in which it says it. */
export const rules = [
  ...priceRules,
  ...weekRules,
  ...pumpRules,
  ...comparisonRules,
  ...volumeRules,
  ...poolRules,
  ...poolChangeRules,
  ...manipulationRules,
  ...stableRules,
];
