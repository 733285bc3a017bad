import type { EngineAnswer, Progress } from "../analysis.ts";
import { type Paint, plain } from "./paint.ts";

const marks = { observed: ["green", "✓"], unavailable: ["yellow", "!"], not_applicable: ["dim", "–"] } as const;

function engineLine({ engine, outcome, reason, signals }: EngineAnswer, paint: Paint): string {
  const [style, mark] = marks[outcome];
  const found = outcome === "observed" ? `${signals} observation${signals === 1 ? "" : "s"}` : outcome.replaceAll("_", " ");
  return `${paint(style, mark)} ${plain(engine).padEnd(10)} ${found}${reason === undefined ? "" : `: ${plain(reason)}`}`;
}

/** One line about what happened, `elapsedMs` after the start; undefined when there is nothing to say. */
export function progressLine(progress: Progress, paint: Paint, elapsedMs: number): string | undefined {
  const at = paint("dim", `${(elapsedMs / 1000).toFixed(1).padStart(6)} s`);
  switch (progress.type) {
    case "submitted": {
      const { job_id, replayed, callsLeft } = progress.submitted;
      const left = callsLeft === undefined ? "" : `, ${callsLeft} demo call${callsLeft === 1 ? "" : "s"} left`;
      return `${at}  ${replayed ? "found again" : "accepted"} as job ${plain(job_id)}${left}`;
    }
    case "status":
      return progress.status === "running" ? `${at}  the engines are at work` : undefined;
    case "evidence":
      return `${at}  ${engineLine(progress.answer, paint)}`;
    case "interrupted":
      return `${at}  ${paint("yellow", "asking goes on")}: ${plain(progress.reason)}`;
    case "final":
      return undefined;
  }
}
