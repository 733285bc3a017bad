import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { ENOUGH_HOLDERS } from "../trade/judge.ts";
import { nats, silent } from "./weights.ts";

const options = {
  label: "SECURITY",
  group: "selling",
  source: "eth_call",
  values: ({ trade }: Facts) => ({
    asked: trade?.holders?.asked ?? 0,
    sold: trade?.holders?.sold ?? 0,
    ...(trade?.holders && { how: trade.holders.how }),
  }),
} as const;

/** Share of the real holders whose sale failed; undefined when too few could be asked. */
function failShare({ trade }: Facts): number | undefined {
  const holders = trade?.holders;
  return holders && holders.asked >= ENOUGH_HOLDERS ? 1 - holders.sold / holders.asked : undefined;
}
const between = (facts: Facts, above: number, upTo: number): boolean => {
  const share = failShare(facts);
  return share !== undefined && share > above && share <= upTo;
};
/** The simulated trades say the same. */
const trapAgreed = ({ trade }: Facts): boolean =>
  trade?.selling.kind === "agreed" && (trade.selling.pattern === "never" || trade.selling.pattern === "not later");
const byTransfer = ({ trade }: Facts): boolean => trade?.holders?.how === "by plain transfer";
const text = (facts: Facts): string => {
  const { sold = 0, asked = 0, how } = facts.trade?.holders ?? {};
  const act = byTransfer(facts) ? "transfer 10 % of their balance to the pool" : `sell 10 % of their balance ${how}`;
  return `${sold} of ${asked} recent buyers can ${act}`;
};

/** S03: can the people who hold it sell? Bands as honeypot.is draws them: 10 % low, 50 % critical. */
export const holderRules = [
  ...[false, true].map((plain) =>
    rule<Facts>(
      "holders_sell",
      { ...options, group: "structure", status: "clear", reliability: plain ? 0.5 : 1 },
      (facts) => failShare(facts) === 0 && byTransfer(facts) === plain,
      text,
      nats(-1, 1),
    ),
  ),
  rule<Facts>("holders_sell", { ...options, severity: 1 }, (facts) => between(facts, 0, 0.1), text, silent),
  rule<Facts>("holders_sell", { ...options, severity: 2 }, (facts) => between(facts, 0.1, 0.5), text, nats(1, -0.7)),
  rule<Facts>("holders_sell", { ...options, severity: 3 }, (facts) => between(facts, 0.5, 1) && trapAgreed(facts), text, nats(3, -3)),
  rule<Facts>(
    "holders_sell",
    { ...options, severity: 3, status: "inconclusive", reliability: 0.5 },
    (facts) => between(facts, 0.5, 1) && !trapAgreed(facts),
    text,
    nats(3, -3),
  ),
  rule<Facts>(
    "holders_sell",
    { ...options, status: "unknown" },
    (facts) => facts.isContract && failShare(facts) === undefined,
    ({ trade }) =>
      `real holders were not tried: ${trade ? (trade.holders ? "fewer than 3 recent buyers hold it" : "the node refuses logs or overrides") : "there is no pool to trade on"}`,
    silent,
  ),
];
