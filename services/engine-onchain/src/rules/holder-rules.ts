import { rule } from "@token-sentiment/engine";
import type { Facts, Holders } from "../facts.ts";
import type { Check } from "./check.ts";
import { inWindow, nats, ofHolders, percent, round, sayOfHolders, silent } from "./wording.ts";

const log = { label: "ON-CHAIN", source: "eth_getLogs" } as const;

const whales = {
  ...log,
  group: "sellers",
  reliability: 0.5,
  values: ({ holders }: Facts) => ({ out: round(holders?.whales?.out ?? 0), holders: holders?.whales?.holders ?? 0 }),
} as const;
const out = ({ whales: of }: Holders): number => of?.out ?? 0;
const sayWhales = sayOfHolders(
  (holders) =>
    `${percent(Math.abs(out(holders)))} of the supply, net, ${out(holders) < 0 ? "went to" : "left"} the ${holders.whales?.holders ?? 0} known holders of 1 % or more ` +
    `${inWindow(holders)} (observed lower bound)`,
);

const concentration = {
  label: "ON-CHAIN",
  group: "holders",
  source: "balanceOf",
  reliability: 0.5,
  values: ({ holders }: Facts) => ({
    top10: round(holders?.concentration?.top10 ?? 0),
    hhi: round(holders?.concentration?.hhi ?? 0),
    nakamoto: holders?.concentration?.nakamoto ?? 0,
    accounts: holders?.concentration?.accounts ?? 0,
  }),
} as const;
const top10 = (facts: Facts): number => facts.holders?.concentration?.top10 ?? 0;
const sayTop10 = (facts: Facts): string =>
  `the ten largest holders that are known have ${percent(top10(facts))} of the supply (observed lower bound)`;
const told = {
  label: "ON-CHAIN",
  group: "holders",
  source: "geckoterminal",
  reliability: 0.7,
  values: ({ topTenTold }: Facts) => ({ top10: round(topTenTold ?? 0) }),
} as const;
const sayTold = ({ topTenTold = 0 }: Facts): string =>
  `the ten largest holders have ${percent(topTenTold)} of the supply, as GeckoTerminal counts`;

/** O08 and O10: what the largest holders did, and how much few hold. */
export const holderChecks: Check[] = [
  {
    id: "O08",
    code: "whale_flow",
    subject: "what the largest holders did",
    ofPool: false,
    rows: [
      rule<Facts>(
        "whale_flow",
        { ...whales, severity: 2 },
        ofHolders((holders) => out(holders) > 0.05),
        sayWhales,
        nats(0.7, -0.8, 1.5),
      ),
      rule<Facts>(
        "whale_flow",
        whales,
        ofHolders((holders) => out(holders) > 0.02),
        sayWhales,
        silent,
      ),
      rule<Facts>(
        "whale_flow",
        whales,
        ofHolders((holders, { day }) => out(holders) < -0.02 && (day?.movement?.drawdown ?? 0) >= 0.1),
        (facts) => `${sayWhales(facts)}, while the price fell`,
        nats(0, 0.7, 0.8),
      ),
      rule<Facts>(
        "whale_flow",
        { ...whales, status: "inconclusive" },
        ofHolders(({ whales: of }) => of !== undefined),
        sayWhales,
        silent,
      ),
    ],
  },
  {
    id: "O10",
    code: "holder_concentration",
    subject: "concentration of holders",
    ofPool: false,
    rows: [
      rule<Facts>(
        "holder_concentration",
        { ...told, severity: 1 },
        ({ topTenTold = 0 }) => topTenTold > 0.5,
        sayTold,
        nats(0.6, -0.4, 0.8),
      ),
      rule<Facts>(
        "holder_concentration",
        { ...told, status: "clear" },
        ({ topTenTold = 1 }) => topTenTold < 0.2,
        sayTold,
        nats(-0.3, 0.6, -0.4),
      ),
      rule<Facts>("holder_concentration", told, ({ topTenTold }) => topTenTold !== undefined, sayTold, silent),
      rule<Facts>(
        "holder_concentration",
        { ...concentration, severity: 1 },
        (facts) => top10(facts) > 0.5 || (facts.holders?.concentration?.hhi ?? 0) > 0.25,
        sayTop10,
        nats(0.6, -0.4, 0.8),
      ),
      // what is known of is a lower bound: whales that sleep are in no log, so that few known holders clear nobody
      rule<Facts>(
        "holder_concentration",
        { ...concentration, status: "inconclusive" },
        ofHolders(({ concentration: of }) => of !== undefined),
        sayTop10,
        silent,
      ),
    ],
  },
];
