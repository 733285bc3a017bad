import { rule, type Rule } from "@token-sentiment/engine";
import { isIndexed } from "../checkers/report.ts";
import { namesRisk, otherRisks } from "../checkers/risks.ts";
import { type Facts, reportOf } from "../facts.ts";
import { unsaidRisks } from "./market-rules.ts";
import { columns, silent } from "./weights.ts";

const options = { label: "SECURITY", source: "rugcheck", reliability: 0.7 } as const;
const names = (facts: Facts, risk: string): boolean => {
  const report = reportOf(facts);
  return report !== undefined && namesRisk(report, risk);
};
const others = (facts: Facts, level: "danger" | "warn"): string[] => {
  const report = reportOf(facts);
  return report ? otherRisks(report, level, unsaidRisks(facts)) : [];
};
const creatorTokens = (facts: Facts): number => reportOf(facts)?.creatorTokens?.length ?? 0;
const history = (facts: Facts): boolean => names(facts, "creator history of rugged tokens");
const MANY_TOKENS = 5;

/** What the chain would have said, had it been read: told by RugCheck, by name or by field. The chain wins whenever it was read. */
function insteadOfChain(
  code: string,
  { risk, field, text, c }: { risk?: string; field?: (facts: Facts) => boolean; text: string; c: number },
) {
  const told = (facts: Facts): boolean =>
    facts.chain.kind === "unread" && ((risk !== undefined && names(facts, risk)) || field?.(facts) === true);
  return rule<Facts>(code, { ...options, severity: 2 }, told, () => `RugCheck: ${text}`, columns(c));
}

/** RugCheck's findings; its silence and its score are no evidence. */
export const rugcheckRules: Rule<Facts>[] = [
  insteadOfChain("mint_authority", {
    risk: "mint authority still enabled",
    field: (facts) => reportOf(facts)?.mintAuthority !== undefined,
    text: "the mint authority is live",
    c: 0.35,
  }),
  insteadOfChain("freeze_authority", {
    risk: "freeze authority still enabled",
    field: (facts) => reportOf(facts)?.freezeAuthority !== undefined,
    text: "the freeze authority is live",
    c: 0.3,
  }),
  insteadOfChain("permanent_delegate", {
    risk: "permanent control enabled",
    field: (facts) => reportOf(facts)?.token_extensions?.permanentDelegate !== undefined,
    text: "a permanent delegate can move or burn any holder's tokens",
    c: 0.7,
  }),
  insteadOfChain("transfer_fee", { risk: "high transfer fee", text: "the transfer fee is high", c: 0.5 }),
  insteadOfChain("transfer_fee", {
    field: (facts) => names(facts, "fee config enabled") && !names(facts, "high transfer fee"),
    text: "transfers can be charged a fee",
    c: 0.1,
  }),
  insteadOfChain("non_transferable", {
    field: (facts) => reportOf(facts)?.token_extensions?.nonTransferable === true,
    text: "the token is non-transferable",
    c: 0.8,
  }),
  rule<Facts>(
    "rugged",
    // how RugCheck decides that is not published: suspected, not proven
    { ...options, severity: 3, critical: true, reliability: 0.6 },
    (facts) => reportOf(facts)?.rugged === true,
    () => "RugCheck records this token as rugged",
    columns(1.2),
  ),
  rule<Facts>(
    "creator_history",
    { ...options, severity: 2, values: (facts) => ({ other_tokens: creatorTokens(facts) }) },
    history,
    (facts) => `RugCheck: the creator has a history of rugged tokens (${creatorTokens(facts) || "an unknown number of"} other tokens)`,
    columns(0.6),
  ),
  rule<Facts>(
    "creator_history",
    { ...options, severity: 1, values: (facts) => ({ other_tokens: creatorTokens(facts) }) },
    (facts) => !history(facts) && creatorTokens(facts) >= MANY_TOKENS,
    (facts) => `RugCheck: the creator has made ${creatorTokens(facts)} other tokens`,
    silent,
  ),
  rule<Facts>(
    "rugcheck_danger",
    { ...options, severity: 2, values: (facts) => ({ findings: others(facts, "danger").length }) },
    (facts) => others(facts, "danger").length > 0,
    (facts) => `RugCheck danger: ${others(facts, "danger").join("; ")}`,
    columns(0.3),
  ),
  rule<Facts>(
    "rugcheck_warning",
    { ...options, severity: 1, values: (facts) => ({ findings: others(facts, "warn").length }) },
    (facts) => others(facts, "warn").length > 0,
    (facts) => `RugCheck warns: ${others(facts, "warn").join("; ")}`,
    columns(0.05),
  ),
  rule<Facts>(
    "rugcheck_not_indexed",
    { ...options, status: "unknown" },
    (facts) => {
      const report = reportOf(facts);
      return report !== undefined && !isIndexed(report);
    },
    () => "RugCheck has not indexed this token (no holders, no liquidity): its clean score is not counted",
    silent,
  ),
];
