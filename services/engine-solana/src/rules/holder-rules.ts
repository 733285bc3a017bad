import { rule, type Rule } from "@token-sentiment/engine";
import type { Concentration } from "../checkers/concentration.ts";
import { namesRisk } from "../checkers/risks.ts";
import { type Facts, type HolderFacts, inUse, mintOf, reportOf } from "../facts.ts";
import { columns, silent } from "./weights.ts";

type Band = "bad" | "warn" | "good";
const band = (top10: number, largest: number): Band => {
  if (top10 > 50 || largest > 20) return "bad";
  return top10 > 30 || largest > 10 ? "warn" : "good";
};
const bandOf = ({ top10, largest }: Concentration): Band => band(top10, largest);
/** Without the accounts of programs it looks the same: wallets hold it. */
const isWallets = (holders: Concentration): boolean => band(holders.walletsTop10, holders.walletsLargest) === bandOf(holders);

const percent = (value: number): string => `${value.toFixed(1)}%`;
const text = ({ holders }: Facts): string =>
  holders
    ? `${holders.owners === 10 ? "Ten" : holders.owners} largest non-pool owners hold ${percent(holders.top10)} of supply (largest ${percent(holders.largest)}); pools ${percent(holders.pools)}, burned ${percent(holders.burned)}`
    : "";
const programsText = (facts: Facts): string =>
  `${text(facts)}; among wallets it is ${percent(facts.holders?.walletsTop10 ?? 0)}, the rest lies with programs (vesting, treasuries or unknown pools)`;

const options = {
  label: "ON-CHAIN",
  values: ({ holders }: Facts) => ({
    top10_percent: holders?.top10 ?? 0,
    owners: holders?.owners ?? 0,
    largest_percent: holders?.largest ?? 0,
    wallets_top10_percent: holders?.walletsTop10 ?? 0,
    pools_percent: holders?.pools ?? 0,
    burned_percent: holders?.burned ?? 0,
  }),
} as const;

/** Rows for one source; RugCheck knows pools and lockers by address, GoPlus only some of them. */
function concentrationRules(source: HolderFacts["source"]): Rule<Facts>[] {
  const reliability = source === "rugcheck" ? 0.9 : 0.7;
  const is = (facts: Facts, wanted: Band): boolean =>
    facts.holders?.source === source && facts.chain.kind !== "other" && bandOf(facts.holders) === wanted;
  const sure = (facts: Facts): boolean => facts.holders !== undefined && isWallets(facts.holders);
  const doubt = { ...options, source, status: "inconclusive", reliability: 0.4 } as const;
  const bad = columns(0.1, 0, 0.5);
  const warn = columns(0, 0, 0.25);
  return [
    rule<Facts>("top_holders", { ...options, source, reliability, severity: 2 }, (facts) => is(facts, "bad") && sure(facts), text, bad),
    rule<Facts>("top_holders", { ...doubt, severity: 2 }, (facts) => is(facts, "bad") && !sure(facts), programsText, bad),
    rule<Facts>("top_holders", { ...options, source, reliability, severity: 1 }, (facts) => is(facts, "warn") && sure(facts), text, warn),
    rule<Facts>("top_holders", { ...doubt, severity: 1 }, (facts) => is(facts, "warn") && !sure(facts), programsText, warn),
    rule<Facts>(
      "top_holders",
      { ...options, source, reliability, status: "clear" },
      (facts) => is(facts, "good") && inUse(facts),
      text,
      columns(0, 0.2),
    ),
    rule<Facts>(
      "top_holders",
      { ...options, source, reliability, status: "clear" },
      (facts) => is(facts, "good") && !inUse(facts),
      text,
      silent,
    ),
  ];
}

const OWNERSHIP = ["top 10 holders high ownership", "high ownership", "high holder concentration", "single holder ownership"];
const byName = (facts: Facts): boolean => {
  const report = reportOf(facts);
  return report !== undefined && !facts.holders && OWNERSHIP.some((name) => namesRisk(report, name));
};

/** Insiders: how much of the supply the flagged ones among the largest holders have, and how many wallets are linked. */
const wallets = (facts: Facts): number => reportOf(facts)?.graphInsidersDetected ?? 0;
/** Only RugCheck flags them. */
const flagged = ({ holders }: Facts): number | undefined => (holders?.source === "rugcheck" ? holders.insiders : undefined);
const insiders = {
  label: "SYBIL",
  source: "rugcheck",
  reliability: 0.7,
  values: (facts: Facts) => {
    const percentFlagged = flagged(facts);
    return {
      wallets: wallets(facts),
      networks: reportOf(facts)?.insiderNetworks?.length ?? 0,
      ...(percentFlagged !== undefined && { flagged_percent: percentFlagged }),
    };
  },
} as const;
const insidersText = (facts: Facts): string => {
  const own = flagged(facts);
  const linked = `RugCheck links ${wallets(facts)} wallets in ${reportOf(facts)?.insiderNetworks?.length ?? 0} transfer network(s)`;
  return own === undefined ? linked : `${linked}; flagged top holders own ${percent(own)}`;
};
const INSIDER_PERCENT = 15;
const NETWORK_WALLETS = 10;

/** Who holds the token. */
export const holderRules: Rule<Facts>[] = [
  ...concentrationRules("rugcheck"),
  ...concentrationRules("goplus"),
  rule<Facts>(
    "top_holders",
    { label: "ON-CHAIN", source: "rugcheck", status: "inconclusive", reliability: 0.4, severity: 2 },
    byName,
    () => "RugCheck: few holders own most of the supply",
    columns(0.1, 0, 0.5),
  ),
  rule<Facts>(
    "top_holders",
    { label: "ON-CHAIN", source: "rugcheck", status: "unknown" },
    (facts) => facts.chain.kind !== "other" && !facts.holders && !byName(facts) && (mintOf(facts) ?? reportOf(facts)) !== undefined,
    ({ holdersWhy }) => `Holder concentration not checked: ${holdersWhy}`,
    silent,
  ),
  rule<Facts>(
    "insiders",
    { ...insiders, severity: 2 },
    (facts) => (flagged(facts) ?? 0) > INSIDER_PERCENT,
    insidersText,
    columns(0, 0, 0.5),
  ),
  rule<Facts>(
    "insiders",
    { ...insiders, severity: 1 },
    (facts) => (flagged(facts) ?? 0) <= INSIDER_PERCENT && wallets(facts) >= NETWORK_WALLETS,
    insidersText,
    columns(0, 0, 0.25),
  ),
];
