import { rule } from "@token-sentiment/engine";
import { depegOf } from "./event.ts";
import type { Facts } from "./facts.ts";
import { poolOf } from "./pool-rules.ts";
import { nats, silent } from "./weights.ts";
import { percent, round } from "./wording.ts";

const options = {
  label: "MARKET",
  source: "dexscreener",
  group: "price",
  values: (facts: Facts) => ({ coin: facts.stable ?? "", price_usd: poolOf(facts)?.priceUsd ?? 0, below: round(depegOf(facts) ?? 0) }),
} as const;
/** Below this a price is noise: fees, and the last trade of one pool. */
const OFF = 0.02;
const BROKEN = 0.05;
const text = (facts: Facts): string =>
  `${facts.stable} trades at ${(poolOf(facts)?.priceUsd ?? 0).toFixed(4)} USD, ${percent(depegOf(facts) ?? 0)} below the dollar that it stands for`;
const below = (facts: Facts, from: number, to: number): boolean => {
  const depeg = depegOf(facts);
  return depeg !== undefined && depeg >= from && depeg < to;
};

/** For a stable coin the high that counts is its dollar. */
export const stableRules = [
  rule<Facts>("depeg", { ...options, severity: 3 }, (facts) => below(facts, BROKEN, Infinity), text, nats(1.2, -0.8)),
  rule<Facts>("depeg", { ...options, severity: 2 }, (facts) => below(facts, OFF, BROKEN), text, nats(0.5, -0.3)),
  rule<Facts>("depeg", { ...options, status: "clear" }, (facts) => below(facts, 0, OFF), text, nats(-0.2, 0.2)),
  rule<Facts>(
    "depeg",
    { ...options, status: "unknown" },
    (facts) => facts.stable !== undefined && depegOf(facts) === undefined,
    ({ stable }) => `whether ${stable} holds its dollar is unknown: no pool that holds enough tells a price of it`,
    silent,
  ),
];
