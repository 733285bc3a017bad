import { Branch, type Label } from "@token-sentiment/contract";
import type { Report, ReportLine } from "./report.ts";

const RISKY: readonly Label[] = ["SECURITY", "ON-CHAIN", "MARKET"];

const keyOf = ({ group, code }: ReportLine): string => (group === undefined ? `code ${code}` : `group ${group}`);

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

const weighed = (values: readonly number[], factor: number): number[] =>
  values.toSorted((a, b) => b - a).map((value, index) => (index === 0 ? value : factor * value));

/** A fact told by several sources: its strongest weight, as sure as all of them together (each source by its surest line). */
function factValue(lines: readonly ReportLine[], branch: Branch): number {
  const bySource = groupBy(lines, ({ source }) => source);
  const sure = [...bySource.values()]
    .map((same) => Math.max(...same.map(({ reliability }) => reliability)))
    .reduce((known, reliability) => known + reliability * (1 - known), 0);
  return (lines[0]?.factor ?? 1) * sure * Math.max(...lines.map(({ weights }) => Math.abs(weights[branch])));
}

/** What the lines that `of` chooses say of each scenario, in nats: groups, then caps. */
export function logLikelihoods(report: Report, of: (line: ReportLine) => boolean): Record<Branch, number> {
  const capOf = (engine: string): number => report.engines.find((one) => one.engine === engine)?.cap ?? 0;
  const lines = report.lines.filter((line) => of(line) && line.status !== "unknown" && line.reliability > 0);
  const one = (branch: Branch): number => {
    const alone = new Map<string, number>();
    let shared = 0;
    for (const sign of [1, -1]) {
      const speaking = lines.filter(({ weights }) => Math.sign(weights[branch]) === sign);
      for (const group of groupBy(speaking, keyOf).values()) {
        const facts = [...groupBy(group, ({ code }) => code).values()].map((fact) => factValue(fact, branch));
        const engines = [...new Set(group.map(({ engine }) => engine))];
        const total = weighed(facts, report.model.group_factor).reduce((sum, value) => sum + value, 0);
        const value = sign * Math.min(total, Math.max(...engines.map(capOf)));
        if (engines.length > 1) shared += value;
        else alone.set(engines[0] ?? "", (alone.get(engines[0] ?? "") ?? 0) + value);
      }
    }
    return [...alone].reduce((sum, [engine, value]) => sum + Math.max(-capOf(engine), Math.min(capOf(engine), value)), shared);
  };
  return { real_crash: one("real_crash"), whale_manipulation: one("whale_manipulation"), false_fud: one("false_fud") };
}

/** The risk score: each finding takes its share of what is left to 100, of a group the worst all of its, each further one by the group factor. */
export function riskOf({ lines, model }: Report): number {
  const shareOf = ({ label, status, severity, critical, reliability }: ReportLine): number => {
    if ((status !== "hit" && status !== "inconclusive") || !RISKY.includes(label)) return 0;
    return Math.max(model.risk.by_severity[severity ?? 0] ?? 0, critical ? model.risk.critical : 0) * reliability;
  };
  const shares = [...groupBy(lines, keyOf).values()].flatMap((group) => weighed(group.map(shareOf), model.group_factor));
  return Math.round(100 * (1 - shares.toSorted((a, b) => b - a).reduce((left, share) => left * (1 - share), 1)));
}
