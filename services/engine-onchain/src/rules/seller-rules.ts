import { rule } from "@token-sentiment/engine";
import type { Day, Facts } from "../facts.ts";
import type { Check } from "./check.ts";
import { accounts, coins, inWindow, LONG_ENOUGH_HOURS, nats, ofDay, percent, round, sayOfDay, silent } from "./wording.ts";

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
    top3: round(day?.sales.top3 ?? 0),
    hours: round(day?.hours ?? 0),
  }),
} as const;
const enough = ({ sales, deepest }: Day): boolean => sales.sellers >= ENOUGH_SELLERS && sales.coins >= ENOUGH_SOLD * deepest;
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
  values: ({ day }: Facts) => ({
    supply_share: round(day?.insidersSold?.supplyShare ?? 0),
    coins: round(day?.insidersSold?.coins ?? 0),
    accounts: day?.insidersSold?.accounts ?? 0,
    deployer_known: day?.insidersSold?.deployer ?? false,
  }),
} as const;
const haveSold = ofDay(({ insidersSold: of }) => of !== undefined && of.supplyShare > 0.005);
/** What a silence of the owner's does not cover. */
const deployer = ({ insidersSold: of }: Day): string => (of?.deployer ? "" : "; who deployed it is not known");

const breadth = {
  label: "ON-CHAIN",
  source: "eth_getLogs",
  values: ({ day }: Facts) => ({
    sellers: day?.breadth?.sellers ?? 0,
    buyers: day?.breadth?.buyers ?? 0,
    measured: day?.breadth?.measured ?? 0,
    median_sold: round(day?.breadth?.medianSold ?? 0),
  }),
} as const;
const isMeasured = ({ breadth: of }: Day): boolean => of !== undefined && of.measured >= BROAD_SELLERS;
const isBroad = (day: Day): boolean =>
  isMeasured(day) && (day.breadth?.medianSold ?? 1) <= 0.2 && enough(day) && day.sales.top1 < 0.15 && (day.removal?.share ?? 1) <= 0.1;
const sayBreadth = sayOfDay((day) => {
  const { sellers = 0, buyers = 0, medianSold = 0 } = day.breadth ?? {};
  return `${sellers} sellers and ${buyers} buyers ${inWindow(day)}; the median seller sold ${percent(medianSold)} of its holding`;
});

/** O06, O07, O13 and O15: who sold, whether the owner did, who traded with himself, and how many sold how much of theirs. */
export const sellerChecks: Check[] = [
  {
    id: "O06",
    code: "sell_concentration",
    subject: "concentration of sales",
    ofPool: true,
    rows: [
      rule<Facts>(
        "sell_concentration",
        { ...concentration, severity: 2 },
        ofDay((day) => enough(day) && day.sales.top1 > 0.5),
        said,
        nats(0.3, -0.8, 1.5),
      ),
      rule<Facts>(
        "sell_concentration",
        { ...concentration, status: "clear" },
        ofDay((day) => enough(day) && day.sales.top1 < 0.15 && day.sales.sellers >= BROAD_SELLERS),
        said,
        nats(0, 0.8, -0.8),
      ),
      rule<Facts>("sell_concentration", concentration, ofDay(enough), said, silent),
      rule<Facts>(
        "sell_concentration",
        { ...concentration, status: "inconclusive" },
        ofDay(() => true),
        sayOfDay(
          (day, facts) =>
            `too few sales to judge who sells: ${coins(day.sales.coins, facts)} by ${accounts(day.sales.sellers)} ${inWindow(day)}`,
        ),
        silent,
      ),
    ],
  },
  {
    id: "O07",
    code: "insider_sales",
    subject: "sales by the owner",
    ofPool: true,
    why: ({ day }) => day && "neither an owner nor who deployed it is known",
    rows: [
      rule<Facts>(
        "insider_sales",
        { ...insiders, severity: 3 },
        haveSold,
        sayOfDay((day, facts) => {
          const { supplyShare = 0, coins: took = 0 } = day.insidersSold ?? {};
          return `the owner, a former one, or an address in its storage or with its first tokens sold ${percent(supplyShare)} of the supply for ${coins(took, facts)} ${inWindow(day)}`;
        }),
        nats(2.5, -2, 0.3),
      ),
      rule<Facts>(
        "insider_sales",
        { ...insiders, status: "clear" },
        ofDay((day) => day.insidersSold !== undefined && day.hours >= LONG_ENOUGH_HOURS),
        sayOfDay((day) => `nobody known to have owned it sold more than 0.5 % of the supply ${inWindow(day)}${deployer(day)}`),
        silent,
      ),
      rule<Facts>(
        "insider_sales",
        { ...insiders, status: "inconclusive" },
        ofDay((day) => day.insidersSold !== undefined),
        sayOfDay(
          (day) =>
            `nobody known to have owned it sold more than 0.5 % of the supply ${inWindow(day)}, too short to say more${deployer(day)}`,
        ),
        silent,
      ),
    ],
  },
  {
    id: "O13",
    code: "round_trips",
    subject: "round trips",
    ofPool: true,
    rows: [
      rule<Facts>(
        "round_trips",
        { ...trips, severity: 2 },
        ofDay(({ roundTrips }) => roundTrips.share > 0.4),
        sayOfDay(
          (day) =>
            `${percent(day.roundTrips.share)} of the volume are round trips of ${accounts(day.roundTrips.accounts)} ${inWindow(day)}`,
        ),
        nats(0.2, -0.5, 1.8),
      ),
      rule<Facts>(
        "round_trips",
        { ...trips, status: "clear" },
        ofDay(({ trades }) => trades > 0),
        sayOfDay((day) => `${percent(day.roundTrips.share)} of the volume are round trips ${inWindow(day)}`),
        silent,
      ),
      rule<Facts>(
        "round_trips",
        { ...trips, status: "inconclusive" },
        ofDay(() => true),
        sayOfDay((day) => `no trades to look for round trips in ${inWindow(day)}`),
        silent,
      ),
    ],
  },
  {
    id: "O15",
    code: "breadth",
    subject: "how much of theirs sellers sold",
    ofPool: true,
    why: ({ day }) => day && `fewer than ${BROAD_SELLERS} sellers whose balance was read`,
    rows: [
      rule<Facts>("breadth", { ...breadth, status: "clear" }, ofDay(isBroad), sayBreadth, nats(-0.8, 1.5, -0.8)),
      rule<Facts>("breadth", { ...breadth, status: "inconclusive" }, ofDay(isMeasured), sayBreadth, silent),
    ],
  },
];
