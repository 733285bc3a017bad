import { rule } from "@token-sentiment/engine";
import type { Facts } from "./facts.ts";
import { takenOut } from "./look.ts";
import { poolOf } from "./pool-rules.ts";
import { nats, silent } from "./weights.ts";
import { percent, round, usd } from "./wording.ts";

const HOUR_MS = 3_600_000;
/** From here on a pool's price means something. */
const DEEP_USD = 10_000;
/** Fees and the last trade explain less. */
const APART = 0.05;

const change = {
  label: "MARKET",
  source: "dexscreener",
  values: ({ looks }: Facts) => ({
    liquidity_usd: looks?.now.liquidityUsd ?? 0,
    price_usd: looks?.now.priceUsd ?? 0,
    ...(looks?.before && {
      earlier_liquidity_usd: looks.before.liquidityUsd,
      earlier_price_usd: looks.before.priceUsd,
      hours: round((looks.now.at - looks.before.at) / HOUR_MS),
    }),
  }),
} as const;
/** The share that was taken out between the looks; undefined without an earlier one. */
const taken = ({ looks }: Facts): number | undefined => looks?.before && takenOut(looks.before, looks.now);
const wentText = ({ looks }: Facts): string => {
  const { now, before } = looks ?? {};
  if (!now || !before) return "";
  const other = now.pool === before.pool ? "" : ", another pool by now,";
  return `its deepest pool${other} went from ${usd(before.liquidityUsd)} to ${usd(now.liquidityUsd)} in the ${((now.at - before.at) / HOUR_MS).toFixed(1)} h since this engine looked before`;
};
const changeText = (facts: Facts): string =>
  `${wentText(facts)}; ${percent(taken(facts) ?? 0)} of it was taken out, trades do not explain that`;
const fromTo = (facts: Facts, from: number, below: number): boolean => {
  const share = taken(facts);
  return share !== undefined && share >= from && share < below;
};

const apart = {
  label: "MARKET",
  source: "dexscreener",
  values: (facts: Facts) => ({
    price_usd: poolOf(facts)?.priceUsd ?? 0,
    second_price_usd: poolOf(facts)?.second?.priceUsd ?? 0,
    second_liquidity_usd: poolOf(facts)?.second?.liquidityUsd ?? 0,
  }),
} as const;
/** The second pool's price over the deepest's, minus 1; undefined unless both hold enough. */
function difference(facts: Facts): number | undefined {
  const { liquidityUsd = 0, priceUsd, second } = poolOf(facts) ?? {};
  if (priceUsd === undefined || !second || Math.min(liquidityUsd, second.liquidityUsd) < DEEP_USD) return undefined;
  return second.priceUsd / priceUsd - 1;
}
const apartText = (facts: Facts): string => {
  const by = difference(facts) ?? 0;
  const { liquidityUsd = 0, second } = poolOf(facts) ?? {};
  return `its second pool (${usd(second?.liquidityUsd ?? 0)}) prices it ${percent(Math.abs(by))} ${by < 0 ? "below" : "above"} its deepest (${usd(liquidityUsd)})`;
};

/** What became of the deepest pool since an earlier look, and whether the next one agrees with it on the price. */
export const poolChangeRules = [
  rule<Facts>("liquidity_change", { ...change, severity: 3 }, (facts) => fromTo(facts, 0.5, Infinity), changeText, nats(1.2, -0.8)),
  rule<Facts>("liquidity_change", { ...change, severity: 2 }, (facts) => fromTo(facts, 0.2, 0.5), changeText, nats(0.5, -0.4)),
  rule<Facts>("liquidity_change", { ...change, status: "clear" }, (facts) => fromTo(facts, 0, 0.2), wentText, silent),
  rule<Facts>(
    "liquidity_change",
    { ...change, status: "unknown" },
    (facts) => facts.looks !== undefined && taken(facts) === undefined,
    () => "whether liquidity was taken out lately is unknown: this engine has not looked at the pool before",
    silent,
  ),
  rule<Facts>(
    "pools_disagree",
    { ...apart, severity: 1 },
    (facts) => Math.abs(difference(facts) ?? 0) >= APART,
    apartText,
    nats(0.2, -0.2, 0.3),
  ),
  rule<Facts>(
    "pools_disagree",
    { ...apart, status: "clear" },
    (facts) => difference(facts) !== undefined && Math.abs(difference(facts) ?? 0) < APART,
    apartText,
    silent,
  ),
];
