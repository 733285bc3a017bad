import type { AnalysisState } from "./analysis-state.ts";
import { verdictOf } from "./branches.ts";

/** What a screen reader is told when the state of an analysis changes. */
export function announcement({ phase, lanes, payload, problem, interrupted }: AnalysisState): string {
  const answered = lanes.filter(({ answer }) => answer).length;
  switch (phase) {
    case "empty":
      return "";
    case "running":
      return interrupted === undefined
        ? `Analysis running: ${answered} of ${lanes.length} engines have answered.`
        : "The connection was interrupted. The analysis goes on, and so does the asking.";
    case "completed":
      return payload
        ? `Analysis completed. Verdict: ${verdictOf(payload.executable_verdict).name}, confidence ${Math.round(payload.confidence * 100)} percent.`
        : "";
    case "failed":
      return `The analysis failed: ${problem ?? ""}`;
    case "lost":
      return `The analysis cannot be shown: ${problem ?? ""}`;
    case "limit":
      return "The demo limit is reached.";
    case "refused":
      return `The request was not taken: ${problem ?? ""}`;
  }
}
