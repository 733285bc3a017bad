import { rule } from "@token-sentiment/engine";
import type { Locked } from "../checkers/locked.ts";
import { namesRisk } from "../checkers/risks.ts";
import { type Facts, inUse, reportOf } from "../facts.ts";
import { liquidityBand } from "./liquidity-band.ts";
import { columns, silent } from "./weights.ts";

const source = "rugcheck";
const LP_UNLOCKED = "large amount of lp unlocked";
/** Of a number that RugCheck computed and nobody else confirms. */
const TOLD = 0.8;
const usd = (value: number): string => `$${Math.floor(value).toLocaleString("en-US")}`;

const liquid = (facts: Facts, band: ReturnType<typeof liquidityBand>): boolean => {
  const { liquidityUsd } = facts;
  return reportOf(facts) !== undefined && liquidityUsd !== undefined && liquidityBand(liquidityUsd) === band;
};
const liquidity = {
  label: "ON-CHAIN",
  // the market engine tells the same
  group: "liquidity",
  source,
  reliability: TOLD,
  values: ({ liquidityUsd }: Facts) => ({ liquidity_usd: liquidityUsd ?? 0 }),
} as const;
const liquidityText = ({ liquidityUsd }: Facts): string => `Pool liquidity is ${usd(liquidityUsd ?? 0)}`;

/** Shares that are locked in a pool with next to nothing in it hold nothing. */
const COUNTS_FROM_USD = 10_000;
const locked = (facts: Facts, from: number, below: number): boolean => {
  const pools = facts.locked;
  return (
    facts.chain.kind !== "other" &&
    pools?.usd !== undefined &&
    pools.usd >= COUNTS_FROM_USD &&
    pools.percent >= from &&
    pools.percent < below
  );
};
/** The shares are the chain's when it was asked about them; what they are worth is RugCheck's word all the same. */
const lp = {
  label: "SECURITY",
  source: "pool_shares",
  reliability: TOLD,
  values: ({ locked: pools }: Facts) => ({
    locked_percent: pools?.percent ?? 0,
    pools: pools?.pools ?? 0,
    counted_on_chain: pools?.onChain ?? false,
    ...(pools?.usd !== undefined && { liquidity_usd: pools.usd }),
  }),
} as const;
const ofWhich = ({ pools, kind }: Locked): string => {
  if (pools > 1) return `of the ${pools} pools' LP is burned or locked`;
  return `of the main pool's LP is burned or locked${kind === undefined ? "" : ` (${kind})`}`;
};
const lpText = ({ locked: pools }: Facts): string => (pools ? `${pools.percent.toFixed(1)}% ${ofWhich(pools)}` : "");
/** RugCheck names the risk, and its markets do not show the numbers. */
const lpByName = (facts: Facts): boolean => {
  const report = reportOf(facts);
  return report !== undefined && facts.locked === undefined && namesRisk(report, LP_UNLOCKED);
};

/** Names of risks on which the rows below have nothing to say, for want of the liquidity. */
export const unsaidRisks = ({ liquidityUsd, locked: pools }: Facts): string[] =>
  liquidityUsd === undefined ? ["low liquidity", ...(pools === undefined ? [LP_UNLOCKED] : [])] : [];

/** What RugCheck sees of the pools: how much is in them, and whether it can be taken out. */
export const marketRules = [
  rule<Facts>("liquidity", { ...liquidity, severity: 2 }, (facts) => liquid(facts, "none"), liquidityText, columns(0.4)),
  rule<Facts>("liquidity", { ...liquidity, severity: 1 }, (facts) => liquid(facts, "thin"), liquidityText, columns(0.15)),
  rule<Facts>("liquidity", { ...liquidity, status: "clear" }, (facts) => liquid(facts, "enough"), liquidityText, silent),
  rule<Facts>(
    "lp_locked",
    { ...lp, status: "clear", group: "structure" },
    (facts) => locked(facts, 90, Infinity) && inUse(facts),
    lpText,
    columns(0, 0.3),
  ),
  rule<Facts>(
    "lp_locked",
    { ...lp, status: "clear", group: "structure" },
    (facts) => locked(facts, 90, Infinity) && !inUse(facts),
    lpText,
    silent,
  ),
  rule<Facts>(
    "lp_locked",
    { ...lp, severity: 1 },
    (facts) => locked(facts, 50, 90),
    (facts) => `Only ${lpText(facts)}`,
    columns(0.25),
  ),
  rule<Facts>(
    "lp_locked",
    { ...lp, severity: 2 },
    (facts) => locked(facts, 0, 50),
    (facts) => `Only ${lpText(facts)}: liquidity can be withdrawn`,
    columns(0.6),
  ),
  rule<Facts>(
    "lp_locked",
    { ...lp, severity: 2, status: "inconclusive", reliability: 0.5 },
    (facts) => lpByName(facts) && (facts.liquidityUsd ?? 0) >= COUNTS_FROM_USD,
    () => "RugCheck: a large amount of LP is unlocked",
    columns(0.6),
  ),
  rule<Facts>(
    "lp_locked",
    { ...lp, status: "unknown" },
    (facts) => facts.chain.kind !== "other" && facts.locked !== undefined && facts.locked.usd === undefined,
    (facts) => `${lpText(facts)}; not counted, for its liquidity is not known`,
    silent,
  ),
  rule<Facts>(
    "lp_locked",
    { label: "SECURITY", source, status: "unknown" },
    (facts) => facts.chain.kind !== "other" && facts.locked === undefined && facts.positionsOnly,
    () => "LP lock is not applicable: the pools hold concentrated positions, which have no LP tokens",
    silent,
  ),
];
