import { rule, type Rule } from "@token-sentiment/engine";
import type { GoplusToken } from "../checkers/goplus-answer.ts";
import { namesRisk } from "../checkers/risks.ts";
import { type Facts, goplusOf, reportOf } from "../facts.ts";
import { columns } from "./weights.ts";

const options = { label: "SECURITY", reliability: 0.7, severity: 2 } as const;
const names = (facts: Facts, risk: string): boolean => {
  const report = reportOf(facts);
  return report !== undefined && namesRisk(report, risk);
};

/** What the chain would have said, had it been read: told by RugCheck, by name or by field. The chain wins whenever it was read. */
function byRugcheck(code: string, { risk, field, text, c }: { risk?: string; field?: (facts: Facts) => boolean; text: string; c: number }) {
  const told = (facts: Facts): boolean =>
    facts.chain.kind === "unread" && ((risk !== undefined && names(facts, risk)) || field?.(facts) === true);
  return rule<Facts>(code, { ...options, source: "rugcheck" }, told, () => `RugCheck: ${text}`, columns(c));
}

/** The same, told by GoPlus, when RugCheck was not there either. */
function byGoplus(code: string, { field, text, c }: { field: (token: GoplusToken) => boolean | undefined; text: string; c: number }) {
  const told = (facts: Facts): boolean => {
    const token = goplusOf(facts);
    return facts.chain.kind === "unread" && facts.rugcheck.kind !== "answered" && token !== undefined && field(token) === true;
  };
  return rule<Facts>(code, { ...options, source: "goplus" }, told, () => `GoPlus: ${text}`, columns(c));
}

/** Powers as the checkers tell them while the chain is not read; what they do not say is unknown, never absent. */
export const insteadOfChainRules: Rule<Facts>[] = [
  byRugcheck("mint_authority", {
    risk: "mint authority still enabled",
    field: (facts) => reportOf(facts)?.mintAuthority !== undefined,
    text: "the mint authority is live",
    c: 0.35,
  }),
  byRugcheck("freeze_authority", {
    risk: "freeze authority still enabled",
    field: (facts) => reportOf(facts)?.freezeAuthority !== undefined,
    text: "the freeze authority is live",
    c: 0.3,
  }),
  byRugcheck("permanent_delegate", {
    risk: "permanent control enabled",
    field: (facts) => reportOf(facts)?.token_extensions?.permanentDelegate !== undefined,
    text: "a permanent delegate can move or burn any holder's tokens",
    c: 0.7,
  }),
  byRugcheck("transfer_fee", { risk: "high transfer fee", text: "the transfer fee is high", c: 0.5 }),
  byRugcheck("transfer_fee", {
    field: (facts) => names(facts, "fee config enabled") && !names(facts, "high transfer fee"),
    text: "transfers can be charged a fee",
    c: 0.1,
  }),
  byRugcheck("non_transferable", {
    field: (facts) => reportOf(facts)?.token_extensions?.nonTransferable === true,
    text: "the token is non-transferable",
    c: 0.8,
  }),
  byGoplus("mint_authority", { field: ({ mintable }) => mintable, text: "the mint authority is live", c: 0.35 }),
  byGoplus("freeze_authority", { field: ({ freezable }) => freezable, text: "the freeze authority is live", c: 0.3 }),
  byGoplus("permanent_delegate", {
    field: ({ balance_mutable_authority }) => balance_mutable_authority,
    text: "a permanent delegate can move or burn any holder's tokens",
    c: 0.7,
  }),
  byGoplus("non_transferable", { field: ({ non_transferable }) => non_transferable, text: "the token is non-transferable", c: 0.8 }),
];
