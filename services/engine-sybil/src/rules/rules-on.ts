import type { Rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { accountRules } from "./account-rules.ts";
import { coordinationRules } from "./coordination-rules.ts";
import { sourceRules } from "./source-rules.ts";
import { talkRules } from "./talk-rules.ts";
import { volumeRules } from "./volume-rules.ts";

/** One platform alone is a weaker witness (sybil.md §9.8). */
const ONE_PLATFORM = 0.7;
/** So is an analysis that did not come to its end (sybil.md §10). */
const UNFINISHED = 0.5;
/** Lines about who acts together (sybil.md §9.9). */
const SYBIL_LINES = 5;

/**
 * Everything the sybil engine has to say about what it knows, in the order in which it says it. The weights grow with what was measured; that few
 * posts say little, n / (n + 60), is the model's to apply, by the value `posts` of each signal.
 */
export function rulesOn(facts: Facts): Rule<Facts>[] {
  const { assessment, speaking } = facts;
  if (assessment.posts === 0) return sourceRules(facts);
  const reliability = (speaking.length > 1 ? 1 : ONE_PLATFORM) * (assessment.coAction.unfinished ? UNFINISHED : 1);
  return [
    ...strongest([...coordinationRules(facts, reliability), ...accountRules(facts, reliability)], facts),
    ...talkRules(facts, reliability),
    ...volumeRules(facts, reliability),
    ...sourceRules(facts),
  ];
}

const weightOf = ({ weights, options }: Rule<Facts>): number =>
  Math.max(...Object.values(weights).map(Math.abs)) * (options.reliability ?? 1);

/** The five strongest of the rules that speak, in the order of the table; of those that weigh nothing the first. */
function strongest(rules: readonly Rule<Facts>[], facts: Facts): Rule<Facts>[] {
  const speaking = rules.filter(({ when }) => when(facts));
  const kept = new Set(speaking.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, SYBIL_LINES));
  return speaking.filter((one) => kept.has(one));
}
