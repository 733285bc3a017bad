import { Branch, Verdict } from "@token-sentiment/contract";
import type { Forecast } from "../probability-score.ts";
import { figure, share } from "../score.ts";
import type { Judged } from "./judged.ts";
import { CaseOutcome, type RecordedCase } from "./recorded-case.ts";
import { reliabilityTable, type Told } from "./reliability.ts";
import { scoresOf } from "./scores-of.ts";

const left = (text: string, width: number): string => text.padEnd(width);
const right = (text: string | number, width: number): string => String(text).padStart(width);
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** One line of scores, with the number of cases. */
export function scoreLine(name: string, forecasts: readonly Forecast[]): string {
  const { log_loss, brier, expected_calibration_error, macro_f1 } = scoresOf(forecasts);
  return (
    `${left(name, 40)} n ${right(forecasts.length, 4)}  log loss ${right(figure(log_loss), 5)}  Brier ${figure(brier)}  ` +
    `calibration error ${figure(expected_calibration_error)}  macro-F1 ${figure(macro_f1)}`
  );
}

/** The reliability table: what was told against what came. */
export const reliabilityLines = (told: readonly Told[]): string[] =>
  reliabilityTable(told).map(
    ({ from, to, cases, told: mean, came }) =>
      `${from.toFixed(1)} to ${to.toFixed(1)}  n ${right(cases, 4)}  told ${figure(mean)}  came ${figure(came)}`,
  );

/** A row an outcome, a column an answer, counted; outcomes that never came are left out. */
function counted<A extends string>(judged: readonly Judged[], answers: readonly A[], answerOf: (one: Judged) => A): string[] {
  const width = Math.max(...answers.map((answer) => answer.length)) + 2;
  const rows = CaseOutcome.options.flatMap((outcome) => {
    const those = judged.filter(({ of }) => of.outcome === outcome);
    if (those.length === 0) return [];
    const cells = answers.map((answer) => right(those.filter((one) => answerOf(one) === answer).length, width));
    return [`${left(outcome, 20)}${cells.join("")}${right(`of ${those.length}`, 10)}`];
  });
  return [`${left("what followed", 20)}${answers.map((answer) => right(answer, width)).join("")}`, ...rows];
}

/** How often each scenario was the likeliest, by what followed. */
export const confusionLines = (judged: readonly Judged[]): string[] => counted(judged, Branch.options, ({ dominant }) => dominant);

/** The verdicts, by what followed. */
export const verdictLines = (judged: readonly Judged[]): string[] => counted(judged, Verdict.options, ({ verdict }) => verdict);

/** Verdicts that somebody would have acted upon where nothing followed, and the sale of what was only a scare. */
export function falseAlarmLine(judged: readonly Judged[]): string {
  const among = (outcome: CaseOutcome, verdicts: readonly Verdict[]): string => {
    const those = judged.filter(({ of }) => of.outcome === outcome);
    return share(those.filter(({ verdict }) => verdicts.includes(verdict)).length, those.length);
  };
  return (
    `false alarms: ${among("none", ["LIQUIDATE_LONGS"])} sold where none of the three followed, ${among("false_fud", ["LIQUIDATE_LONGS"])} sold on a scare; ` +
    `false comfort: ${among("real_crash", ["ACCUMULATE", "IGNORE_FUD"])} before a crash`
  );
}

/** What the cases rest on: a line a dataset. */
export function dataLines(cases: readonly RecordedCase[]): string[] {
  return [...Map.groupBy(cases, ({ dataset }) => dataset)].map(([dataset, those]) => {
    const times = those.map(({ detected_at }) => detected_at);
    const outcomes = CaseOutcome.options.map((outcome) => `${outcome} ${those.filter((one) => one.outcome === outcome).length}`);
    const engines = [...new Set(those.flatMap(({ evidence }) => evidence.map(({ engine }) => engine)))];
    const licences = [...new Set(those.map(({ licence }) => licence ?? "no licence stated"))];
    return `${left(dataset, 28)} ${right(those.length, 4)} cases, ${engines.join("+")}, ${day(Math.min(...times))} to ${day(Math.max(...times))}: ${outcomes.join(", ")} (${licences.join(", ")})`;
  });
}
