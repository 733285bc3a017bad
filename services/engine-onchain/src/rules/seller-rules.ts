import { rule } from "@token-sentiment/engine";
import type { Day, Facts } from "../facts.ts";
import { coins, inWindow, LONG_ENOUGH_HOURS, nats, ofDay, percent, round, sayOfDay, silent } from "./wording.ts";

const ENOUGH_SELLERS = 5;
const BROAD_SELLERS = 20;
/** Of what the pool holds in coins; less sold than this moves nothing. */
const ENOUGH_SOLD = 0.01;

const concentration = {
  label: "ON-CHAIN",
  group: "sellers",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({
    sellers: day?.sales.sellers ?? 0,
    coins: round(day?.sales.coins ?? 0),
    top1: round(day?.sales.top1 ?? 0),
    top2: round(day?.sales.top2 ?? 0),
    hours: round(day?.hours ?? 0),
  }),
} as const;
const accounts = (count: number): string => (count === 1 ? "1 account" : `${count} accounts`);
const enough = ({ sales, deepest }: Day): boolean => sales.sellers >= ENOUGH_SELLERS && sales.coins >= ENOUGH_SOLD * deepest;
const isConcentrated = (day: Day): boolean => enough(day) && day.sales.top1 > 0.5;
const isBroad = (day: Day): boolean => enough(day) && day.sales.top1 < 0.15 && day.sales.sellers >= BROAD_SELLERS;
const said = sayOfDay((day, facts) => {
  const { sales } = day;
  const sold = `${coins(sales.coins, facts)} sold by ${accounts(sales.sellers)} ${inWindow(day)}`;
  return `the largest seller took ${percent(sales.top1)}, the largest two ${percent(sales.top2)}, of ${sold}`;
});

const trips = {
  label: "ON-CHAIN",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({
    share: round(day?.roundTrips.share ?? 0),
    accounts: day?.roundTrips.accounts ?? 0,
    volume: round(day?.volume ?? 0),
  }),
} as const;

const insiders = {
  label: "ON-CHAIN",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({ supply_share: round(day?.ownerSold?.supplyShare ?? 0), coins: round(day?.ownerSold?.coins ?? 0) }),
} as const;
const insidersSold = ofDay(({ ownerSold }) => ownerSold !== undefined && ownerSold.supplyShare > 0.005);

/** O06, O07 and O13: who sold, whether the owner did, and who traded with himself. */
export const sellerRules = [
  rule<Facts>("sell_concentration", { ...concentration, severity: 2 }, ofDay(isConcentrated), said, nats(0.3, -0.8, 1.5)),
  rule<Facts>("sell_concentration", { ...concentration, status: "clear" }, ofDay(isBroad), said, nats(0, 0.8, -0.8)),
  rule<Facts>(
    "sell_concentration",
    concentration,
    ofDay((day) => enough(day) && !isConcentrated(day) && !isBroad(day)),
    said,
    silent,
  ),
  rule<Facts>(
    "sell_concentration",
    { ...concentration, status: "inconclusive" },
    ofDay((day) => !enough(day)),
    sayOfDay(
      (day, facts) =>
        `too few sales to judge who sells: ${coins(day.sales.coins, facts)} by ${accounts(day.sales.sellers)} ${inWindow(day)}`,
    ),
    silent,
  ),
  rule<Facts>(
    "insider_sales",
    { ...insiders, severity: 3 },
    insidersSold,
    sayOfDay((day, facts) => {
      const { supplyShare = 0, coins: took = 0 } = day.ownerSold ?? {};
      return `the owner, or an address in its storage, sold ${percent(supplyShare)} of the supply for ${coins(took, facts)} ${inWindow(day)}`;
    }),
    nats(2.5, -2, 0.3),
  ),
  rule<Facts>(
    "insider_sales",
    { ...insiders, status: "clear" },
    ofDay((day) => day.ownerSold !== undefined && day.ownerSold.supplyShare <= 0.005 && day.hours >= LONG_ENOUGH_HOURS),
    sayOfDay((day) => `neither the owner nor an address in its storage sold more than 0.5 % of the supply ${inWindow(day)}`),
    silent,
  ),
  rule<Facts>(
    "round_trips",
    { ...trips, severity: 2 },
    ofDay(({ roundTrips }) => roundTrips.share > 0.4),
    sayOfDay(
      (day) => `${percent(day.roundTrips.share)} of the volume are round trips of ${accounts(day.roundTrips.accounts)} ${inWindow(day)}`,
    ),
    nats(0.2, -0.5, 1.8),
  ),
];
