import { rule } from "@token-sentiment/engine";
import { isThin, tellsPrice } from "../depth.ts";
import { churnOf } from "../event.ts";
import type { Day, Facts } from "../facts.ts";
import { coinsOf } from "../pool/sales.ts";
import type { Check } from "./check.ts";
import { coins, inWindow, LONG_ENOUGH_HOURS, nats, ofDay, percent, round, sayOfDay, silent } from "./wording.ts";

const drawdown = {
  label: "ON-CHAIN",
  group: "price",
  source: "eth_getLogs",
  values: ({ day, pool }: Facts) => ({
    drawdown: round(day?.movement?.drawdown ?? 0),
    drawdown_1h: round(day?.recent.hour ?? 0),
    drawdown_6h: round(day?.recent.sixHours ?? 0),
    net: round(day?.movement?.net ?? 0),
    hours: round(day?.hours ?? 0),
    trades: day?.trades ?? 0,
    pool: pool?.pair ?? "",
    venue: pool?.venue ?? "",
  }),
} as const;
const fell = (above: number, upTo: number) =>
  ofDay(({ movement }) => movement !== undefined && movement.drawdown >= above && movement.drawdown < upTo);
const text = sayOfDay((day) => {
  const { drawdown: deepest = 0, net = 0 } = day.movement ?? {};
  return `max drawdown ${percent(deepest)} ${inWindow(day)}, net ${net >= 0 ? "+" : ""}${percent(net)}, over ${day.trades} trades`;
});
const calm = ofDay(({ movement, trades }) => movement !== undefined && movement.drawdown < 0.1 && trades > 0);
const long = ofDay(({ hours }) => hours >= LONG_ENOUGH_HOURS);

const depth = {
  label: "ON-CHAIN",
  source: "getReserves",
  values: ({ pool, day }: Facts) => ({
    coins: round(pool ? coinsOf(pool.coinReserve) : 0),
    start: round(day?.start ?? 0),
    hours: round(day?.hours ?? 0),
    pool: pool?.pair ?? "",
  }),
} as const;
/** How the pool's coins changed over the window; undefined when not known. */
const changeOf = ({ pool, day }: Facts): number | undefined =>
  pool && day?.start !== undefined && day.start > 0 ? coinsOf(pool.coinReserve) / day.start - 1 : undefined;
const sayDepth = (facts: Facts): string => {
  const [change, { pool, day }] = [changeOf(facts), facts];
  const changed = change === undefined || !day ? "" : `, ${change >= 0 ? "+" : ""}${percent(change)} ${inWindow(day)}`;
  return `liquidity ${coins(pool ? coinsOf(pool.coinReserve) : 0, facts)} on ${pool?.venue ?? "?"}${changed}`;
};
const leftWithoutBurn = (facts: Facts): boolean => (changeOf(facts) ?? 0) < -0.5 && (facts.day?.removal?.share ?? 1) <= 0.1;

const churn = {
  label: "ON-CHAIN",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({ volume: round(day?.volume ?? 0), deepest: round(day?.deepest ?? 0), hours: round(day?.hours ?? 0) }),
} as const;
const sayChurn = sayOfDay((day) => `volume ${churnOf(day).toFixed(churnOf(day) < 0.1 ? 3 : 1)} times what the pool holds ${inWindow(day)}`);

/** The pool whose price differs most from the judged one's, of those that hold enough to tell a price. */
function farthest({ pool, others, snapshot }: Facts): { apart: number; pool: string; venue: string } | undefined {
  if (!pool) return undefined;
  return others
    .filter(({ coinReserve }) => tellsPrice(coinReserve, snapshot.chain.id))
    .map(({ price, pair, venue }) => ({ apart: Math.max(price / pool.price, pool.price / price) - 1, pool: pair, venue }))
    .toSorted((a, b) => b.apart - a.apart)[0];
}
const agreement = {
  label: "ON-CHAIN",
  source: "getReserves",
  values: (facts: Facts) => ({
    apart: round(farthest(facts)?.apart ?? 0),
    pool: facts.pool?.pair ?? "",
    other: farthest(facts)?.pool ?? "",
  }),
} as const;
const apart = (facts: Facts): number => farthest(facts)?.apart ?? 0;

/** O01, O04, O05 and O17: how far it fell, how deep the pool is, how often it was turned over, and whether pools agree. */
export const priceChecks: Check[] = [
  {
    id: "O01",
    code: "drawdown",
    subject: "price drawdown",
    ofPool: true,
    rows: [
      rule<Facts>("drawdown", { ...drawdown, severity: 2 }, fell(0.6, Infinity), text, nats(1.5, -1.5, 0.3)),
      rule<Facts>("drawdown", { ...drawdown, severity: 1 }, fell(0.3, 0.6), text, nats(0.6, -0.8, 0.6)),
      rule<Facts>("drawdown", drawdown, fell(0.1, 0.3), text, silent),
      rule<Facts>("drawdown", { ...drawdown, status: "clear" }, (facts) => calm(facts) && long(facts), text, nats(-1, 1)),
      rule<Facts>("drawdown", { ...drawdown, status: "inconclusive" }, calm, text, silent),
      rule<Facts>(
        "drawdown",
        { ...drawdown, status: "inconclusive" },
        ofDay(({ trades }) => trades === 0),
        sayOfDay((day) => `nothing was traded in its pool ${inWindow(day)}`),
        silent,
      ),
    ],
  },
  {
    id: "O04",
    code: "depth",
    subject: "liquidity",
    ofPool: true,
    rows: [
      rule<Facts>(
        "depth",
        { ...depth, severity: 2 },
        leftWithoutBurn,
        (facts) => `${sayDepth(facts)}, with its shares in place`,
        nats(0.8, 0),
      ),
      rule<Facts>(
        "depth",
        { ...depth, severity: 1 },
        isThin,
        (facts) => `${sayDepth(facts)}: thin, little money moves it`,
        nats(0.5, -0.5, 0.7),
      ),
      rule<Facts>("depth", { ...depth, status: "clear" }, ({ pool }) => pool !== undefined, sayDepth, silent),
    ],
  },
  {
    id: "O05",
    code: "churn",
    subject: "volume against liquidity",
    ofPool: true,
    rows: [
      rule<Facts>(
        "churn",
        { ...churn, severity: 1 },
        ofDay((day) => churnOf(day) > 10),
        sayChurn,
        nats(0, -0.5, 0.8),
      ),
      rule<Facts>(
        "churn",
        { ...churn, status: "inconclusive" },
        ofDay((day) => churnOf(day) < 0.01),
        (facts) => `${sayChurn(facts)}: hardly traded`,
        silent,
      ),
      rule<Facts>(
        "churn",
        { ...churn, status: "clear" },
        ofDay((day: Day) => day.deepest > 0),
        sayChurn,
        silent,
      ),
    ],
  },
  {
    id: "O17",
    code: "price_agreement",
    subject: "agreement of prices",
    ofPool: true,
    why: () => "there is no second pool deep enough to compare",
    rows: [
      rule<Facts>(
        "price_agreement",
        { ...agreement, severity: 1 },
        (facts) => apart(facts) > 0.05,
        (facts) =>
          `the prices of its pools on ${facts.pool?.venue ?? "?"} and ${farthest(facts)?.venue ?? "?"} are ${percent(apart(facts))} apart`,
        nats(0, 0, 0.6),
      ),
      rule<Facts>(
        "price_agreement",
        { ...agreement, status: "clear" },
        (facts) => farthest(facts) !== undefined,
        (facts) => `its pools agree about the price within ${percent(apart(facts))}`,
        silent,
      ),
    ],
  },
];
