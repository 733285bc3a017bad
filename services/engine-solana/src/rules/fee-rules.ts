import { rule } from "@token-sentiment/engine";
import { costOf, type Fee } from "../chain/mint.ts";
import { type Facts, feesOf, mintOf } from "../facts.ts";
import { columns, silent } from "./weights.ts";

const percent = (basisPoints: number): string => `${(basisPoints / 100).toFixed(2)}%`;
const costIn = (facts: Facts, fee: Fee): number => costOf(fee, mintOf(facts)?.supply ?? 0n);
const now = (facts: Facts): number | undefined => {
  const fees = feesOf(facts);
  return fees && costIn(facts, fees.now);
};
/** What is announced, when it is more than today's. */
const rise = (facts: Facts): number | undefined => {
  const fees = feesOf(facts);
  const next = fees?.next && costIn(facts, fees.next);
  return fees && next !== undefined && next > costIn(facts, fees.now) ? next : undefined;
};
const between = (fee: number | undefined, from: number, below: number): boolean => fee !== undefined && fee >= from && fee < below;

const options = {
  label: "SECURITY",
  group: "transfer_fee",
  source: "getMultipleAccounts",
  values: (facts: Facts) => ({ fee_bps: now(facts) ?? 0, authority: feesOf(facts)?.authority ?? "" }),
} as const;
const text = (facts: Facts): string =>
  `Transfer fee is ${percent(now(facts) ?? 0)}${feesOf(facts)?.authority === undefined ? ", fixed" : ", and its authority can change it"}`;

const announced = {
  ...options,
  values: (facts: Facts) => ({
    fee_bps: now(facts) ?? 0,
    next_fee_bps: rise(facts) ?? 0,
    next_epoch: Number(feesOf(facts)?.next?.epoch ?? 0n),
    epoch: Number(feesOf(facts)?.epoch ?? 0n),
  }),
};
const announcedText = (facts: Facts): string =>
  `Transfer fee rises from ${percent(now(facts) ?? 0)} to ${percent(rise(facts) ?? 0)} at epoch ${feesOf(facts)?.next?.epoch} (now ${feesOf(facts)?.epoch})`;

/** What every transfer costs, in this epoch and as announced; half of a transfer is as good as no sale. */
export const feeRules = [
  rule<Facts>(
    "transfer_fee",
    { ...options, severity: 3, critical: true },
    (facts) => between(now(facts), 5000, Infinity),
    text,
    columns(0.8),
  ),
  rule<Facts>("transfer_fee", { ...options, severity: 3 }, (facts) => between(now(facts), 1000, 5000), text, columns(0.5)),
  rule<Facts>("transfer_fee", { ...options, severity: 2 }, (facts) => between(now(facts), 1, 1000), text, columns(0.2)),
  rule<Facts>(
    "transfer_fee",
    { ...options, severity: 1 },
    (facts) => now(facts) === 0 && feesOf(facts)?.authority !== undefined,
    text,
    columns(0.1),
  ),
  rule<Facts>(
    "transfer_fee",
    { ...options, status: "clear" },
    (facts) => now(facts) === 0 && feesOf(facts)?.authority === undefined,
    text,
    silent,
  ),
  rule<Facts>("fee_rise", { ...announced, severity: 3 }, (facts) => between(rise(facts), 1000, Infinity), announcedText, columns(0.5)),
  rule<Facts>("fee_rise", { ...announced, severity: 2 }, (facts) => between(rise(facts), 1, 1000), announcedText, columns(0.2)),
];
