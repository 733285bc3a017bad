import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { type PowerName, powerNames, type Proven } from "../powers/judge.ts";
import { nats, silent } from "./weights.ts";

const options = { label: "SECURITY", group: "powers", source: "eth_call" } as const;

const provenBy = ({ powers }: Facts, who: Proven["by"], names: readonly PowerName[]): PowerName[] =>
  names.filter((name) => {
    const power = powers[name];
    return power.status === "hit" && power.proven.some(({ by }) => by === who);
  });

/** The owner gave up, and somebody else still can. */
const HARMFUL = powerNames.filter((name) => name !== "open" && name !== "take back");
const ownerless = ({ snapshot }: Facts): boolean => snapshot.owner?.kind === "nobody";
const hiddenBy = (facts: Facts): PowerName[] => (ownerless(facts) ? provenBy(facts, "key", HARMFUL) : []);
/** Nothing was tried, or nothing could be told. */
const untold = ({ powers }: Facts): boolean =>
  HARMFUL.every((name) => powers[name].status === "unknown" || powers[name].status === "inconclusive");

/** What a stranger can do to everybody's balance. Whoever may set off a mint for wallets of others, once a sale has ended, takes nothing for himself. */
const LEAKS = ["mint", "destroy"] as const;
const leaked = ({ powers }: Facts): PowerName[] =>
  LEAKS.filter((name) => {
    const power = powers[name];
    return power.status === "hit" && power.proven.some(({ by, gained }) => by === "anyone" && (gained || name === "destroy"));
  });
/** Calls were made and told something. */
const tried = ({ powers }: Facts): boolean => LEAKS.every((name) => powers[name].status === "hit" || powers[name].status === "clear");
const WHAT: Partial<Record<PowerName, string>> = { mint: "mint", destroy: "take a holder's balance" };

/** S22 and the leak: power in hands where nobody looks for it. */
export const abuseRules = [
  rule<Facts>(
    "hidden_owner",
    { ...options, severity: 3, values: (facts) => ({ powers: hiddenBy(facts).join(", ") }) },
    (facts) => hiddenBy(facts).length > 0,
    (facts) => `ownership is renounced, but an address in its storage still has power: ${hiddenBy(facts).join(", ")}`,
    nats(2.5, -2),
  ),
  rule<Facts>(
    "hidden_owner",
    { ...options, status: "clear" },
    (facts) => facts.isContract && !untold(facts) && hiddenBy(facts).length === 0,
    (facts) => (ownerless(facts) ? "no address in its storage was found to hold power" : "it does not claim that nobody owns it"),
    silent,
  ),
  rule<Facts>(
    "hidden_owner",
    { ...options, status: "unknown" },
    (facts) => facts.isContract && untold(facts),
    () => "whether an unnamed address holds power is not known: no power could be tried",
    silent,
  ),
  rule<Facts>(
    "leak",
    { ...options, severity: 3, values: (facts) => ({ powers: leaked(facts).join(", ") }) },
    (facts) => leaked(facts).length > 0,
    (facts) =>
      `anyone at all can ${leaked(facts)
        .map((name) => WHAT[name] ?? name)
        .join(" and ")}`,
    nats(2, -1.5),
  ),
  rule<Facts>(
    "leak",
    { ...options, status: "clear" },
    (facts) => facts.isContract && tried(facts) && leaked(facts).length === 0,
    () => "a stranger could neither mint for himself nor take a holder's balance",
    silent,
  ),
  rule<Facts>(
    "leak",
    { ...options, status: "unknown" },
    (facts) => facts.isContract && !tried(facts),
    () => "what a stranger can do is not known: no call could be tried",
    silent,
  ),
];
