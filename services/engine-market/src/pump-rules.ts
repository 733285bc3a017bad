import { rule } from "@token-sentiment/engine";
import { type Facts, knownOf, whyNot } from "./facts.ts";
import type { PumpSight } from "./pump/pump-sight.ts";
import { nats, silent } from "./weights.ts";
import { percent, round } from "./wording.ts";

/** From here on a rise is one. */
const RISE = 0.5;
const RETURNED = 0.5;

/** The price rose in the last 24 h. */
export const rose = ({ movement }: Facts): boolean => (movement?.rise ?? 0) >= RISE;
/** Most of that rise is gone. */
export const gaveBack = ({ movement }: Facts): boolean => (movement?.givenBack ?? 0) >= RETURNED;

const shape = {
  label: "MARKET",
  source: "candles",
  group: "pump",
  values: ({ movement, candlesFrom }: Facts) => ({
    rise: round(movement?.rise ?? 0),
    given_back: round(movement?.givenBack ?? 0),
    from: candlesFrom,
  }),
} as const;
const riseText = ({ movement }: Facts): string =>
  `price rose ${percent(movement?.rise ?? 0)} within 24 h and gave back ${percent(movement?.givenBack ?? 0)} of that`;

const rush = {
  label: "MARKET",
  source: "geckoterminal",
  group: "pump",
  values: (facts: Facts) => {
    const { start, givenBack = 0, seenFrom = 0, trades = 0 } = knownOf(facts.pump) ?? {};
    return {
      trades,
      seen_from: seenFrom,
      ...(start && {
        detected_at: start.detectedAt,
        rush_orders: start.rushOrders,
        usual_rush_orders: round(start.usualRushOrders),
        deviations: round(start.deviations),
        rise: round(start.rise),
        bought_share: round(start.boughtShare),
        given_back: round(givenBack),
      }),
    };
  },
} as const;
const sight = (facts: Facts): PumpSight | undefined => knownOf(facts.pump);
const rushed = (facts: Facts, returned: boolean): boolean => {
  const { start, givenBack = 0 } = sight(facts) ?? {};
  return start !== undefined && givenBack >= RETURNED === returned;
};
const at = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
const rushText = (facts: Facts): string => {
  const { start, givenBack = 0 } = sight(facts) ?? {};
  if (!start) return "";
  const usually = start.usualRushOrders < 0.05 ? "hardly any" : start.usualRushOrders.toFixed(1);
  return `${start.rushOrders} buy orders within 25 s, where there are usually ${usually}, raised the price ${percent(start.rise)}: a pump seen at ${at(start.detectedAt)}; ${percent(givenBack)} of its rise is given back`;
};
/** What moved the price is older than the trades that are told. */
const isBlind = (facts: Facts): boolean => {
  const { start, seenFrom = 0 } = sight(facts) ?? {};
  return sight(facts) !== undefined && !start && seenFrom > (facts.movement?.roseAt ?? 0);
};

/** A rise: its shape by the hour, and whether a crowd that bought at once began it. */
export const pumpRules = [
  rule<Facts>("pump_shape", { ...shape, severity: 2 }, (facts) => rose(facts) && gaveBack(facts), riseText, nats(0.1, -0.3, 0.8)),
  rule<Facts>("steep_rise", { ...shape, severity: 1 }, (facts) => rose(facts) && !gaveBack(facts), riseText, nats(-0.2, -0.1, 0.4)),
  rule<Facts>("pump_start", { ...rush, severity: 2 }, (facts) => rushed(facts, true), rushText, nats(0.1, -0.3, 1)),
  rule<Facts>("pump_start", { ...rush, severity: 1 }, (facts) => rushed(facts, false), rushText, nats(-0.2, -0.2, 0.7)),
  rule<Facts>(
    "pump_start",
    { ...rush, status: "clear" },
    (facts) => sight(facts) !== undefined && !sight(facts)?.start && !isBlind(facts),
    (facts) => `no rush of buy orders among the ${sight(facts)?.trades ?? 0} trades that cover the rise`,
    silent,
  ),
  rule<Facts>(
    "pump_start",
    { ...rush, status: "unknown" },
    isBlind,
    (facts) =>
      `whether a rush of buy orders began the rise is unknown: the last ${sight(facts)?.trades ?? 0} trades do not reach back to it`,
    silent,
  ),
  rule<Facts>(
    "pump_start",
    { ...rush, status: "unknown" },
    ({ pump }) => whyNot(pump) !== undefined,
    ({ pump }) => `whether a rush of buy orders began the rise is unknown: ${whyNot(pump)}`,
    silent,
  ),
];
