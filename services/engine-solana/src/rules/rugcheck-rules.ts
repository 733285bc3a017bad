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
const creatorTokens = (facts: Facts): number => reportOf(facts)?.creatorTokens ?? 0;
const history = (facts: Facts): boolean => names(facts, "creator history of rugged tokens");
const MANY_TOKENS = 5;

/** RugCheck's findings; its silence and its score are no evidence. */
export const rugcheckRules: Rule<Facts>[] = [
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
