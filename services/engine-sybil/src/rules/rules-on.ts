import type { Rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { coordinationRules } from "./coordination-rules.ts";
import { sourceRules } from "./source-rules.ts";
import { talkRules } from "./talk-rules.ts";
import { volumeRules } from "./volume-rules.ts";

/** One platform alone is a weaker witness (sybil.md §9.8). */
const ONE_PLATFORM = 0.7;

/** Everything the sybil engine has to say about what it knows, in the order in which it says it. The weights grow with what was measured. */
export function rulesOn(facts: Facts): Rule<Facts>[] {
  if (facts.assessment.posts === 0) return sourceRules(facts);
  const reliability = facts.speaking.length > 1 ? 1 : ONE_PLATFORM;
  return [
    ...coordinationRules(facts, reliability),
    ...talkRules(facts, reliability),
    ...volumeRules(facts, reliability),
    ...sourceRules(facts),
  ];
}
