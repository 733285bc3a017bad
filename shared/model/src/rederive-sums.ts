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

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** What a group adds: the loudest engine's own word, and what several say together. */
function split(lines: readonly ReportLine[], by: { branch: Branch; model: Report["model"]; capOf: (engine: string) => number }) {
  const said = (some: readonly ReportLine[]): number =>
    total(
      weighed(
        [...groupBy(some, ({ code }) => code).values()].map((fact) => factValue(fact, by.branch)),
        by.model.group_factor,
      ),
    );
  const engines = [...groupBy(lines, ({ engine }) => engine)]
    .map(([engine, own]) => ({ engine, value: said(own) }))
    .toSorted((a, b) => b.value - a.value);
  const [loudest = { engine: "", value: 0 }, second = { value: 0 }] = engines;
  const cap = Math.max(...engines.map(({ engine }) => by.capOf(engine)));
  if (engines.length === 1) return { engine: loudest.engine, own: Math.min(loudest.value, cap), together: 0 };
  if (by.model.shared_groups === "whole") return { engine: loudest.engine, own: 0, together: Math.min(said(lines), cap) };
  const all = total(engines.map(({ value }) => value));
  const value = Math.min(said(lines), all, cap);
  const together = Math.min(value, all - (loudest.value - second.value));
  return { engine: loudest.engine, own: value - together, together };
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
        const { engine, own, together } = split(group, { branch, model: report.model, capOf });
        alone.set(engine, (alone.get(engine) ?? 0) + sign * own);
        shared += sign * together;
      }
    }
    return shared + total([...alone].map(([engine, value]) => Math.max(-capOf(engine), Math.min(capOf(engine), value))));
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
