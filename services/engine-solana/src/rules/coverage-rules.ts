import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { silent } from "./weights.ts";

const options = { label: "SECURITY", status: "unknown" } as const;

/** Why RugCheck is not among the sources; undefined when it is. */
function rugcheckGap({ rugcheck }: Facts): string | undefined {
  switch (rugcheck.kind) {
    case "answered":
      return undefined;
    case "off":
      return "RugCheck not asked (no URL is configured)";
    case "unknown":
      return "RugCheck does not know this token";
    case "missing":
      return `RugCheck not available (${rugcheck.why})`;
    default:
      return rugcheck satisfies never;
  }
}

/** Who is left without RugCheck; without the chain too it is GoPlus, for without all three nothing is judged. */
function rest({ chain, goplus }: Facts): string {
  if (chain.kind === "unread") return "GoPlus alone";
  return goplus.kind === "answered" ? "the chain and GoPlus" : "the chain alone";
}

/** What could not be asked, and addresses that are no mints. Unknown weighs nothing and is never safe. */
export const coverageRules = [
  rule<Facts>(
    "not_a_mint",
    { ...options, source: "getMultipleAccounts", values: ({ address }) => ({ address }) },
    ({ chain }) => chain.kind === "other",
    ({ address, chain }) => `${address} is not a token mint: ${chain.kind === "other" ? chain.what : ""}`,
    silent,
  ),
  rule<Facts>(
    "chain_unread",
    { ...options, source: "getMultipleAccounts" },
    ({ chain }) => chain.kind === "unread",
    ({ chain }) => `On-chain state not read: ${chain.kind === "unread" ? chain.why : ""}`,
    silent,
  ),
  rule<Facts>(
    "rugcheck_missing",
    { ...options, source: "rugcheck" },
    (facts) => facts.chain.kind !== "other" && rugcheckGap(facts) !== undefined,
    (facts) => `${rugcheckGap(facts)}: judged from ${rest(facts)}`,
    silent,
  ),
];
