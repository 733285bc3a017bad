import type { Stored } from "@token-sentiment/bus";
import { subjectParts } from "@token-sentiment/contract";

/** By how much the evidence of a job was stored after its budget, in words; undefined when it came in time. By the broker's clock alone. */
export function lateness(facts: readonly Pick<Stored, "subject" | "at">[], budgetMs: number): string | undefined {
  const isEvidence = ({ subject }: Pick<Stored, "subject">): boolean => subjectParts(subject).kind === "evidence";
  const [asked, answered] = [facts.find((fact) => !isEvidence(fact)), facts.find(isEvidence)];
  if (!asked || !answered) return "it has no question or no answer";
  const tookMs = answered.at - asked.at;
  return tookMs <= budgetMs ? undefined : `it came after ${tookMs} ms, and budget_ms was ${budgetMs}`;
}
