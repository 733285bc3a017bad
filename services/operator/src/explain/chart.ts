import { Branch, type Payload } from "@token-sentiment/contract";
import type { Report, ReportEngine, ReportLine } from "@token-sentiment/model";

/** What is drawn besides the report. */
export interface Drawn {
  payload: Payload;
  /** Columns of the terminal. */
  width: number;
  /** Also the lines that moved nothing. */
  all: boolean;
}

const BAR = 24;
const NUMBERS = 3 * 7 + 2 + 3 * 6;
const marks: Record<Branch, string> = { real_crash: "█", whale_manipulation: "▒", false_fud: "░" };
const heads: Record<Branch, string> = { real_crash: "crash", whale_manipulation: "whale", false_fud: "fud" };

/** Text as it may be shown in a terminal, cut to so many columns. */
function cell(text: string, columns: number): string {
  const shown = Array.from(text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " "));
  return (shown.length > columns ? [...shown.slice(0, columns - 1), "…"] : shown).join("").padEnd(columns);
}

/** The three probabilities as one bar of 24 columns. */
function barOf(p: Record<Branch, number>): string {
  const crash = Math.round(p.real_crash * BAR);
  const whale = Math.round((p.real_crash + p.whale_manipulation) * BAR) - crash;
  return marks.real_crash.repeat(crash) + marks.whale_manipulation.repeat(whale) + marks.false_fud.repeat(BAR - crash - whale);
}

const signed = (nats: number): string => (Math.abs(nats) < 0.005 ? "·" : `${nats > 0 ? "+" : ""}${nats.toFixed(2)}`);
const percent = (p: number): string => `${(100 * p).toFixed(p > 0 && p < 0.01 ? 1 : 0)}%`;

function step(what: string, p: Record<Branch, number>, { width, counted }: { width: number; counted?: ReportLine["counted"] }): string {
  const nats = Branch.options.map((branch) => (counted ? signed(counted[branch]) : "").padStart(7)).join("");
  return `${cell(what, width)} ${barOf(p)} ${nats}  ${Branch.options.map((branch) => percent(p[branch]).padStart(6)).join("")}`.trimEnd();
}

const moved = ({ counted }: ReportLine): boolean => Branch.options.some((branch) => Math.abs(counted[branch]) >= 0.005);

function headOf({ engine, outcome, reason, cap, decisive, cached, elapsed_ms }: ReportEngine): string {
  if (outcome !== "observed") return `${engine}: ${outcome === "silent" ? "no answer" : outcome.replace("_", " ")}, ${reason ?? ""}`;
  return `${engine}: at most ±${cap} nats${decisive ? ", decisive" : ""}, ${cached ? "from the cache" : `${elapsed_ms ?? "?"} ms`}`;
}

function walk(report: Report, { width, all }: { width: number; all: boolean }): string[] {
  return report.engines.flatMap((engine) => {
    const lines = report.lines.filter((line) => line.engine === engine.engine);
    const quiet = lines.filter((line) => !moved(line)).length;
    return [
      "",
      cell(headOf(engine), width + BAR + NUMBERS).trimEnd(),
      ...lines
        .filter((line) => all || moved(line))
        .map((line) =>
          step(`  ${line.status === "hit" ? "" : `(${line.status}) `}${line.text}`, line.posterior, { width, counted: line.counted }),
        ),
      ...(all || quiet === 0 ? [] : [`  ${quiet} ${quiet === 1 ? "line" : "lines"} moved nothing`]),
    ];
  });
}

function ends({ posterior, coverage, agreement, confidence, event, verdict_row, remarks }: Report, payload: Payload): string[] {
  const nats = Branch.options.reduce(
    (sum, branch) => sum - (posterior[branch] > 0 ? posterior[branch] * Math.log(posterior[branch]) : 0),
    0,
  );
  const certainty = Math.sqrt(Math.max(0, 1 - nats / Math.log(3)));
  const measured =
    event.measured === null
      ? "nobody measured one"
      : `${event.measured.toFixed(2)} of 1, ${event.found ? "at or above" : "below"} ${event.threshold}`;
  return [
    `confidence  ${payload.confidence} = coverage ${coverage.toFixed(2)} · certainty ${certainty.toFixed(2)} · agreement ${agreement.toFixed(2)} (${confidence.raw.toFixed(3)}), calibrated and limited`,
    `event       ${measured}`,
    `scores      risk ${payload.risk_score}, chatter ${payload.chatter_level}, drama ${payload.drama_index}`,
    `verdict     ${payload.executable_verdict}, by the row "${verdict_row}"`,
    ...remarks.map((remark) => `            ${cell(remark, 200).trimEnd()}`),
  ];
}

/** The walk from the prior to the verdict, line by line: what each moved, and where that left the scenarios. One array element a line. */
export function chartOf(report: Report, { payload, width, all }: Drawn): string[] {
  const text = Math.max(28, width - BAR - NUMBERS - 2);
  const titles = Branch.options.map((branch) => heads[branch]);
  const legend = Branch.options.map((branch) => `${marks[branch]} ${branch}`).join("  ");
  return [
    legend,
    `${" ".repeat(text)} ${" ".repeat(BAR)} ${titles.map((title) => title.padStart(7)).join("")}  ${titles.map((title) => title.padStart(6)).join("")}`,
    step("prior", report.prior, { width: text }),
    ...walk(report, { width: text, all }),
    "",
    step("posterior", report.posterior, { width: text }),
    "",
    ...ends(report, payload),
  ];
}
