import { rule, type Rule } from "@token-sentiment/engine";
import type { EqualBalances } from "../checkers/concentration.ts";
import { type Facts, reportOf } from "../facts.ts";
import { columns, silent } from "./weights.ts";

const percent = (value: number): string => `${value.toFixed(1)}%`;

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

const EQUAL_PERCENT = 5;
const equal = ({ chain, holders }: Facts): EqualBalances | undefined =>
  chain.kind !== "other" && (holders?.equal?.percent ?? 0) >= EQUAL_PERCENT ? holders?.equal : undefined;

const bundle = ({ launch }: Facts) => (launch.kind === "read" && launch.wallets >= 5 ? launch : undefined);

/** Wallets that look like one hand. */
export const sybilRules: Rule<Facts>[] = [
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
  rule<Facts>(
    "equal_balances",
    {
      label: "SYBIL",
      source: "holders",
      severity: 1,
      reliability: 0.7,
      values: (facts) => ({ owners: equal(facts)?.owners ?? 0, percent: equal(facts)?.percent ?? 0, told_by: facts.holders?.source ?? "" }),
    },
    (facts) => equal(facts) !== undefined,
    (facts) =>
      `${equal(facts)?.owners} of the largest owners hold almost identical balances (together ${percent(equal(facts)?.percent ?? 0)} of supply)`,
    columns(0, 0, 0.4),
  ),
  rule<Facts>(
    "launch_bundle",
    {
      label: "SYBIL",
      source: "getTransaction",
      severity: 2,
      reliability: 0.8,
      values: (facts) => ({
        wallets: bundle(facts)?.wallets ?? 0,
        buyers: bundle(facts)?.buyers ?? 0,
        funder: bundle(facts)?.funder ?? "",
        percent: bundle(facts)?.percent ?? 0,
      }),
    },
    (facts) => bundle(facts) !== undefined,
    (facts) =>
      `${bundle(facts)?.wallets} wallets funded by ${bundle(facts)?.funder} bought in the launch slot (${percent(bundle(facts)?.percent ?? 0)} of supply)`,
    columns(0.1, 0, 0.6),
  ),
  rule<Facts>(
    "launch_bundle",
    {
      label: "SYBIL",
      source: "getTransaction",
      status: "clear",
      values: ({ launch }) => ({ buyers: launch.kind === "read" ? launch.buyers : 0 }),
    },
    (facts) => facts.launch.kind === "read" && !bundle(facts),
    ({ launch }) => `${launch.kind === "read" ? launch.buyers : 0} wallets bought in the launch slot, no five of them with one funder`,
    silent,
  ),
  rule<Facts>(
    "launch_bundle",
    { label: "SYBIL", source: "getTransaction", status: "unknown" },
    ({ launch }) => launch.kind === "missing",
    ({ launch }) => `Launch not looked through: ${launch.kind === "missing" ? launch.why : ""}`,
    silent,
  ),
];
