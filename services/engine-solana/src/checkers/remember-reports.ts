import type { Report } from "./report.ts";

/** A report, and when RugCheck gave it, epoch ms. */
interface DatedReport {
  report: Report;
  at: number;
}

/** RugCheck's answers, kept for half an hour: it allows 15 questions a minute (solana.md, 5). */
export interface RememberedReports {
  get(mint: string): DatedReport | undefined;
  put(mint: string, report: Report): DatedReport;
}

const KEPT_MS = 30 * 60_000;
/** For a token that RugCheck has not finished looking at. */
const DEGRADED_MS = 2 * 60_000;
const REPORTS_MAX = 500;

/** An empty memory. The oldest reports go first. */
export function rememberReports(now: () => number, isWhole: (report: Report) => boolean): RememberedReports {
  const kept = new Map<string, DatedReport>();
  return {
    get(mint) {
      const found = kept.get(mint);
      const keptMs = found && isWhole(found.report) ? KEPT_MS : DEGRADED_MS;
      return found && now() - found.at < keptMs ? found : undefined;
    },
    put(mint, report) {
      const dated = { report, at: now() };
      kept.delete(mint);
      kept.set(mint, dated);
      const [oldest] = kept.keys();
      if (kept.size > REPORTS_MAX && oldest !== undefined) kept.delete(oldest);
      return dated;
    },
  };
}
