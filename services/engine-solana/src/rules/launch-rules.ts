import { rule, type Rule } from "@token-sentiment/engine";
import type { Curve } from "../chain/curve.ts";
import { type Facts, inUse } from "../facts.ts";
import { columns, silent } from "./weights.ts";

const pump = {
  label: "SECURITY",
  source: "getMultipleAccounts",
  values: ({ curve }: Facts) => ({
    sold_percent: curve?.soldPercent ?? 0,
    complete: curve?.complete ?? false,
    creator: curve?.creator ?? "",
  }),
} as const;
const by = ({ creator }: Curve): string => (creator === undefined ? "" : `, creator ${creator}`);

const percent = (value: number): string => `${value.toFixed(1)}%`;
const share = (facts: Facts, above: number, most: number): boolean => {
  const { creator, chain } = facts;
  return chain.kind !== "other" && creator !== undefined && creator.percent > above && creator.percent <= most;
};
const creator = {
  label: "ON-CHAIN",
  source: "creator",
  reliability: 0.8,
  values: (facts: Facts) => ({
    creator: facts.creator?.address ?? "",
    percent: facts.creator?.percent ?? 0,
    told_by: facts.creator?.source ?? "",
  }),
} as const;
const shareText = (facts: Facts): string => `The creator still holds ${percent(facts.creator?.percent ?? 0)} of supply`;

const nothing = (): string => "The creator holds nothing of the supply";

/** Where the token began, and what is left with whoever began it. */
export const launchRules: Rule<Facts>[] = [
  rule<Facts>(
    "pump_curve",
    { ...pump, severity: 1 },
    ({ curve }) => curve !== undefined && !curve.complete,
    ({ curve }) => (curve ? `Launched on pump.fun: bonding curve still open (${percent(curve.soldPercent)} sold)${by(curve)}` : ""),
    columns(0.1, 0, 0.1),
  ),
  rule<Facts>(
    "pump_curve",
    { ...pump, status: "clear" },
    ({ curve }) => curve?.complete === true,
    ({ curve }) => (curve ? `Launched on pump.fun: bonding curve complete (graduated)${by(curve)}` : ""),
    silent,
  ),
  rule<Facts>("creator_share", { ...creator, severity: 2 }, (facts) => share(facts, 10, Infinity), shareText, columns(0.3, 0, 0.2)),
  rule<Facts>("creator_share", { ...creator, severity: 1 }, (facts) => share(facts, 5, 10), shareText, columns(0.15, 0, 0.1)),
  rule<Facts>("creator_share", { ...creator, status: "clear" }, (facts) => share(facts, 0, 5), shareText, silent),
  rule<Facts>("creator_share", { ...creator, status: "clear" }, (facts) => share(facts, -1, 0) && inUse(facts), nothing, columns(0, 0.05)),
  rule<Facts>("creator_share", { ...creator, status: "clear" }, (facts) => share(facts, -1, 0) && !inUse(facts), nothing, silent),
];
