import { rule, type Rule } from "@token-sentiment/engine";
import type { Concentration } from "../checkers/concentration.ts";
import { namesRisk } from "../checkers/risks.ts";
import { type Facts, goplusOf, type HolderSource, inUse, mintOf, reportOf } from "../facts.ts";
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

/** A node's amounts are the chain's; RugCheck knows pools and lockers by address, GoPlus only some of them. */
const RELIABILITY: Record<HolderSource, number> = { getTokenLargestAccounts: 0.95, rugcheck: 0.9, goplus: 0.7 };

/** Rows for one source. */
function concentrationRules(source: HolderSource): Rule<Facts>[] {
  const reliability = RELIABILITY[source];
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

/** Who holds the token. */
export const holderRules: Rule<Facts>[] = [
  ...concentrationRules("getTokenLargestAccounts"),
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
    (facts) =>
      facts.chain.kind !== "other" &&
      !facts.holders &&
      !byName(facts) &&
      (mintOf(facts) ?? reportOf(facts) ?? goplusOf(facts)) !== undefined,
    ({ holdersWhy }) => `Holder concentration not checked: ${holdersWhy}`,
    silent,
  ),
];
