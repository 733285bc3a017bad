import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import type { Pattern, Selling } from "../trade/judge.ts";
import { nats, silent } from "./weights.ts";

const SIMULATION = "eth_simulateV1";
const group = "selling";

const selling = ({ trade }: Facts): Selling | undefined => trade?.selling;
const agreed = (facts: Facts, pattern: Pattern): boolean => {
  const seen = selling(facts);
  return seen?.kind === "agreed" && seen.pattern === pattern;
};
const holdersText = ({ trade }: Facts): string =>
  trade?.holders && trade.holders.asked > 0 ? `; ${trade.holders.sold} of ${trade.holders.asked} real holders can sell` : "";

/** The numbers of every selling line. */
const values = ({ trade }: Facts): Record<string, string | number | boolean> => ({
  ...Object.fromEntries(
    (trade?.route?.sells ?? []).map(({ ok }, index) => [["sells_at_once", "sells_2_blocks_on", "sells_a_day_on"][index], ok]),
  ),
  ...(trade?.holders ? { holders_asked: trade.holders.asked, holders_sold: trade.holders.sold } : {}),
  ...(trade && (trade.selling.kind === "agreed" || trade.selling.kind === "disputed") ? { seen_by: trade.selling.by } : {}),
});

const SEEN: Record<Pattern, string> = {
  never: "selling fails",
  "not later": "selling fails after a while",
  "not at first": "selling fails at first",
  always: "selling works",
  mixed: "selling works at some times and not at others",
};

/** A trap that one method saw while no other could be asked: never called one, but not nothing either. */
function trapByOne(facts: Facts): boolean {
  const seen = selling(facts);
  return seen?.kind === "disputed" && !seen.contradicted && (seen.pattern === "never" || seen.pattern === "not later");
}

function isTwice(facts: Facts): boolean {
  const seen = selling(facts);
  return seen?.kind === "disputed" && seen.twice === true;
}

function disputedText(facts: Facts): string {
  const seen = selling(facts);
  if (seen?.kind !== "disputed") return `${SEEN.mixed}${holdersText(facts)}`;
  const others = seen.twice ? ", without eth_simulateV1" : seen.contradicted ? " and against another" : " only";
  return `${SEEN[seen.pattern]}, by ${seen.twice ? "two methods" : "one method"} (${seen.by})${others}${holdersText(facts)}`;
}

/** S01, S01b, S09: one line on whether a holder can sell, at once, two blocks later and a day later. */
export const sellingRules = [
  rule<Facts>(
    "cannot_sell",
    { label: "SECURITY", group, critical: true, severity: 3, source: SIMULATION, values },
    (facts) => agreed(facts, "never"),
    (facts) => `sell reverts at +0, +2 blocks and +1 day while buy succeeds${holdersText(facts)}`,
    nats(3.5, -3, -0.5),
  ),
  rule<Facts>(
    "delayed_trap",
    { label: "SECURITY", group, critical: true, severity: 3, source: SIMULATION, values },
    (facts) => agreed(facts, "not later"),
    (facts) => `sell works right after the buy and reverts later${holdersText(facts)}`,
    nats(3.5, -3, -0.5),
  ),
  rule<Facts>(
    "cooldown",
    { label: "SECURITY", group, severity: 1, source: SIMULATION, values },
    (facts) => agreed(facts, "not at first"),
    () => "sell is blocked right after a buy and possible after 1 day",
    nats(0.3, -0.1, 0.2),
  ),
  rule<Facts>(
    "can_sell",
    { label: "SECURITY", status: "clear", group, source: SIMULATION, values },
    (facts) => agreed(facts, "always"),
    (facts) => `buy and sell succeed at +0, +2 blocks and +1 day${holdersText(facts)}`,
    silent,
  ),
  ...[false, true].map((twice) =>
    rule<Facts>(
      "selling_disputed",
      { label: "SECURITY", status: "inconclusive", group, reliability: twice ? 0.6 : 0.5, severity: 2, source: SIMULATION, values },
      (facts) => trapByOne(facts) && isTwice(facts) === twice,
      disputedText,
      nats(3.5, -3, -0.5),
    ),
  ),
  rule<Facts>(
    "selling_disputed",
    { label: "SECURITY", status: "inconclusive", group, reliability: 0.5, severity: 1, source: SIMULATION, values },
    (facts) => (selling(facts)?.kind === "disputed" && !trapByOne(facts)) || agreed(facts, "mixed"),
    disputedText,
    silent,
  ),
  rule<Facts>(
    "selling_untried",
    { label: "SECURITY", status: "inconclusive", group, reliability: 0.5, source: SIMULATION, values },
    (facts) => selling(facts)?.kind === "no purchase",
    () => "buying reverts in simulation, or leaves too little to sell: selling could not be tried",
    silent,
  ),
  rule<Facts>(
    "selling_unknown",
    { label: "SECURITY", status: "unknown", group, source: SIMULATION, values },
    (facts) => selling(facts)?.kind === "not simulated",
    () => "selling was not simulated: the node offers no eth_simulateV1",
    silent,
  ),
  rule<Facts>(
    "no_pool",
    { label: "SECURITY", status: "unknown", group, source: "eth_call" },
    ({ isContract, trade }) => isContract && !trade,
    ({ snapshot }) =>
      `no Uniswap V2 style pool against ${snapshot.chain.coin} on chain ${snapshot.chain.id}, and pools against other coins are not looked for: trading could not be simulated`,
    silent,
  ),
];
