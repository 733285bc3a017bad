import { rule } from "@token-sentiment/engine";
import { churnOf } from "../event.ts";
import type { Facts } from "../facts.ts";
import { inWindow, LONG_ENOUGH_HOURS, nats, ofDay, percent, round, sayOfDay, silent } from "./wording.ts";

const drawdown = {
  label: "ON-CHAIN",
  group: "price",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({
    drawdown: round(day?.movement?.drawdown ?? 0),
    net: round(day?.movement?.net ?? 0),
    hours: round(day?.hours ?? 0),
    trades: day?.trades ?? 0,
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

const churn = {
  label: "ON-CHAIN",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({ volume: round(day?.volume ?? 0), deepest: round(day?.deepest ?? 0), hours: round(day?.hours ?? 0) }),
} as const;

/** O01 and O05: how far it fell, and how often the pool was turned over. */
export const priceRules = [
  rule<Facts>("drawdown", { ...drawdown, severity: 2 }, fell(0.6, Infinity), text, nats(1.5, -1.5, 0.3)),
  rule<Facts>("drawdown", { ...drawdown, severity: 1 }, fell(0.3, 0.6), text, nats(0.6, -0.8, 0.6)),
  rule<Facts>("drawdown", drawdown, fell(0.1, 0.3), text, silent),
  rule<Facts>("drawdown", { ...drawdown, status: "clear" }, (facts) => calm(facts) && long(facts), text, nats(-1, 1)),
  rule<Facts>("drawdown", { ...drawdown, status: "inconclusive" }, (facts) => calm(facts) && !long(facts), text, silent),
  rule<Facts>(
    "no_trades",
    { ...drawdown, status: "inconclusive" },
    ofDay(({ trades }) => trades === 0),
    sayOfDay((day) => `nothing was traded in its pool ${inWindow(day)}`),
    silent,
  ),
  rule<Facts>(
    "churn",
    { ...churn, severity: 1 },
    ofDay((day) => churnOf(day) > 10),
    sayOfDay((day) => `volume ${churnOf(day).toFixed(1)} times what the pool holds ${inWindow(day)}`),
    nats(0, -0.5, 0.8),
  ),
];
