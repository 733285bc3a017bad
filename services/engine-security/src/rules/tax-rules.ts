import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { percent } from "./percent.ts";
import { nats, silent } from "./weights.ts";

const options = {
  label: "SECURITY",
  group: "tax",
  source: "eth_simulateV1",
  values: ({ trade }: Facts) => ({
    buy_tax_bps: trade?.tax?.buyBps ?? 0,
    ...(trade?.tax?.sellBps === undefined ? {} : { sell_tax_bps: trade.tax.sellBps }),
    confirmed: trade?.tax?.confirmed ?? false,
  }),
} as const;

const highest = ({ trade }: Facts): number | undefined => trade?.tax && Math.max(trade.tax.buyBps, trade.tax.sellBps ?? 0);
const between = (facts: Facts, from: number, below: number): boolean => {
  const tax = highest(facts);
  return tax !== undefined && facts.trade?.tax?.confirmed === true && tax >= from && tax < below;
};
const text = ({ trade }: Facts): string => {
  const { buyBps = 0, sellBps } = trade?.tax ?? {};
  return `buy tax ${percent(buyBps)}, sell tax ${sellBps === undefined ? "unknown (no sale went through)" : percent(sellBps)}, measured at the pool`;
};

/** S02: what does not arrive, at the pool's own balance, so that price impact has no part in it. */
export const taxRules = [
  rule<Facts>(
    "no_tax",
    { ...options, group: "structure", status: "clear" },
    (facts) => between(facts, 0, 100) && facts.trade?.tax?.sellBps !== undefined,
    text,
    nats(-0.5, 0.8),
  ),
  rule<Facts>(
    "tax",
    { ...options, status: "unknown" },
    (facts) => between(facts, 0, 100) && facts.trade?.tax?.sellBps === undefined,
    text,
    silent,
  ),
  rule<Facts>("tax", { ...options, severity: 1 }, (facts) => between(facts, 100, 1_000), text, silent),
  rule<Facts>("tax", { ...options, severity: 2 }, (facts) => between(facts, 1_000, 2_500), text, nats(1, -0.7)),
  rule<Facts>("tax", { ...options, severity: 3 }, (facts) => between(facts, 2_500, 5_000), text, nats(2, -1.5)),
  rule<Facts>("tax", { ...options, severity: 3, critical: true }, (facts) => between(facts, 5_000, Infinity), text, nats(3, -3)),
  rule<Facts>(
    "tax",
    { ...options, status: "inconclusive", reliability: 0.5 },
    ({ trade }) => trade?.tax?.confirmed === false,
    (facts) => `${text(facts)} by one method only`,
    silent,
  ),
  rule<Facts>(
    "tax",
    { ...options, status: "unknown" },
    ({ isContract, trade }) => isContract && trade?.tax === undefined,
    ({ trade }) => `taxes were not measured: ${trade ? "no purchase could be simulated" : "there is no pool to trade on"}`,
    silent,
  ),
];
