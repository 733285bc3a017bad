import type { ReportBody } from "../report-body.ts";

type Line = ReportBody["lines"][number];

/** How far a line moved the verdict, nats. */
const moved = ({ counted }: Line): number => Math.max(...Object.values(counted).map(Math.abs));
const round = (value: number): number => Math.round(value * 10_000) / 10_000;
const rounded = (values: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value)]));

/** A report as a model can take it in: the `most` observations that moved the verdict most, numbers to four decimals. */
export function explanationOf(report: ReportBody, most: number): Record<string, unknown> {
  const { job_id, coin_symbol, chain_id, settled_at, settled_by, reproduced, event, verdict_row, engines, lines } = report;
  const told = lines.toSorted((a, b) => moved(b) - moved(a)).slice(0, most);
  return {
    job_id,
    status: report.status,
    coin_symbol,
    chain_id,
    settled_at,
    settled_by,
    reproduced,
    event,
    verdict_row,
    prior: rounded(report.prior),
    posterior: rounded(report.posterior),
    coverage: round(report.coverage),
    agreement: round(report.agreement),
    confidence: rounded(report.confidence),
    engines: engines.map(({ engine, outcome, reason, decisive, elapsed_ms }) => ({ engine, outcome, reason, decisive, elapsed_ms })),
    observations: told.map(({ label, text, status, source, age_ms, counted }) => ({
      line: `[${label}] ${text}`,
      status,
      source,
      age_s: Math.round(age_ms / 1000),
      counted: rounded(counted),
    })),
    observations_left_out: lines.length - told.length,
  };
}
