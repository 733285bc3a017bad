import { rule } from "@token-sentiment/engine";
import type { Facts } from "./facts.ts";
import type { PoolFacts } from "./sources.ts";
import { nats, silent } from "./weights.ts";
import { counted, usd } from "./wording.ts";

const options = { label: "MARKET", source: "dexscreener" } as const;
/** The deepest pool, if there is one. */
export const poolOf = ({ pool }: Facts): PoolFacts | undefined => (typeof pool === "string" ? undefined : pool);

const depth = {
  ...options,
  group: "liquidity",
  values: (facts: Facts) => {
    const { address = "", liquidityUsd } = poolOf(facts) ?? {};
    return { pool: address, ...(liquidityUsd !== undefined && { liquidity_usd: liquidityUsd }) };
  },
} as const;
const deep = (facts: Facts, from: number, below: number): boolean => {
  const liquidity = poolOf(facts)?.liquidityUsd;
  return liquidity !== undefined && liquidity >= from && liquidity < below;
};
const depthText = (facts: Facts): string => `its deepest pool holds ${usd(poolOf(facts)?.liquidityUsd ?? 0)}, both sides together`;

const turnover = ({ liquidityUsd, volumeUsd }: PoolFacts): number =>
  liquidityUsd !== undefined && liquidityUsd > 0 && volumeUsd !== undefined ? volumeUsd / liquidityUsd : 0;

const sides = {
  ...options,
  values: (facts: Facts) => ({ buys: poolOf(facts)?.buys ?? 0, sells: poolOf(facts)?.sells ?? 0 }),
} as const;
const sidesText = (facts: Facts): string =>
  `${counted(poolOf(facts)?.buys ?? 0, "buy")} and ${counted(poolOf(facts)?.sells ?? 0, "sell")} in its deepest pool in 24 h`;
/** Below this the two sides say nothing. */
const ENOUGH_TRADES = 20;
type Side = "too few" | "nobody sells" | "sold off" | "both";
function sideOf(facts: Facts): Side | undefined {
  const { buys, sells } = poolOf(facts) ?? {};
  if (buys === undefined || sells === undefined) return undefined;
  if (buys + sells < ENOUGH_TRADES) return "too few";
  const share = sells / (buys + sells);
  return share <= 0.05 ? "nobody sells" : share >= 0.7 ? "sold off" : "both";
}

/** What the deepest pool says by itself: how much it holds, how fast that turns over, who trades in which direction. */
export const poolRules = [
  rule<Facts>(
    "no_market",
    { ...options, status: "unknown" },
    ({ pool }) => pool === "none",
    () => "no pool of this contract is known on its chain: nothing about its market could be measured",
    silent,
  ),
  rule<Facts>(
    "no_market",
    { ...options, status: "unknown" },
    ({ pool }) => pool === "quote",
    () => "known only as the quote side of pools, whose prices are of other tokens: nothing about its own market could be measured",
    silent,
  ),
  rule<Facts>("liquidity", { ...depth, severity: 3 }, (facts) => deep(facts, 0, 1_000), depthText, nats(1, -0.6)),
  rule<Facts>("liquidity", { ...depth, severity: 1 }, (facts) => deep(facts, 1_000, 10_000), depthText, nats(0.4, -0.3, 0.1)),
  rule<Facts>("liquidity", { ...depth, status: "clear" }, (facts) => deep(facts, 10_000, 100_000), depthText, silent),
  rule<Facts>(
    "liquidity",
    { ...depth, group: "structure", status: "clear" },
    (facts) => deep(facts, 100_000, Infinity),
    depthText,
    nats(-0.2, 0.2),
  ),
  rule<Facts>(
    "liquidity",
    { ...depth, status: "unknown" },
    (facts) => poolOf(facts) !== undefined && poolOf(facts)?.liquidityUsd === undefined,
    () => "how much its deepest pool holds is unknown",
    silent,
  ),
  rule<Facts>(
    "turnover",
    {
      ...options,
      severity: 1,
      values: (facts) => ({ volume_usd: poolOf(facts)?.volumeUsd ?? 0, liquidity_usd: poolOf(facts)?.liquidityUsd ?? 0 }),
    },
    (facts) => turnover(poolOf(facts) ?? { address: "", liquidityUsd: 0, volumeUsd: 0, buys: 0, sells: 0 }) >= 5,
    (facts) => `24 h volume ${usd(poolOf(facts)?.volumeUsd ?? 0)} is many times the ${usd(poolOf(facts)?.liquidityUsd ?? 0)} in the pool`,
    nats(0, -0.1, 0.5),
  ),
  rule<Facts>("trade_sides", { ...sides, severity: 1 }, (facts) => sideOf(facts) === "nobody sells", sidesText, nats(0.4, -0.3, 0.1)),
  rule<Facts>("trade_sides", { ...sides, severity: 1 }, (facts) => sideOf(facts) === "sold off", sidesText, nats(0.2, -0.1)),
  rule<Facts>("trade_sides", { ...sides, status: "clear" }, (facts) => sideOf(facts) === "both", sidesText, silent),
  rule<Facts>(
    "trade_sides",
    { ...sides, status: "inconclusive", reliability: 0.5 },
    (facts) => sideOf(facts) === "too few",
    (facts) => `only ${sidesText(facts)}`,
    silent,
  ),
];
