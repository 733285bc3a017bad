import type { CoordinationSignals, Label, Measures } from "@token-sentiment/contract";
import type { Answer } from "./answers.ts";
import type { Model } from "./model-file.ts";
import { type Observation, reliabilityOf } from "./observation.ts";

const RISK_LABELS: readonly Label[] = ["SECURITY", "ON-CHAIN", "MARKET"];

const measuresOf = (answers: readonly Answer[]): Measures[] =>
  answers.flatMap((answer) => (answer.outcome === "observed" && answer.stored ? [answer.stored.evidence.measures] : []));

/**
 * The strongest event measured, 0..1; undefined when nobody measured one. Talk is an event by what it lies above the usual
 * (level 50, sybil.md 9.6): many people talk about a calm token too.
 */
export function eventOf(answers: readonly Answer[], { chatter_usual }: Model): number | undefined {
  const measured = measuresOf(answers).flatMap(({ event, chatter }) => [
    ...(event === undefined ? [] : [event]),
    ...(chatter === undefined ? [] : [Math.max(0, (chatter - chatter_usual) / (100 - chatter_usual))]),
  ]);
  return measured.length === 0 ? undefined : Math.max(...measured);
}

/** Post volume against the token's own baseline, an integer 0..100; 0 when nobody measured it. */
export const chatterLevelOf = (answers: readonly Answer[]): number =>
  Math.round(Math.max(0, ...measuresOf(answers).map(({ chatter }) => chatter ?? 0)));

function share({ engine, signal }: Observation, model: Model): number {
  const found = signal.status === "hit" || signal.status === "inconclusive";
  if (!found || !RISK_LABELS.includes(signal.label)) return 0;
  const bySeverity = model.risk.by_severity[signal.severity ?? 0] ?? 0;
  return Math.max(bySeverity, signal.critical ? model.risk.critical : 0) * reliabilityOf({ engine, signal }, model);
}

/**
 * How bad the security, on-chain and market findings are, an integer 0..100. Each takes its share, by severity and reliability, of what
 * is left to 100; of a group the worst takes all of its share, each further one by the group factor. Talk plays no part.
 */
export function riskScoreOf(answers: readonly Answer[], model: Model): number {
  const groups = new Map<string, number[]>();
  for (const observation of answers.flatMap((answer) => answer.observations)) {
    const { code, group } = observation.signal;
    const key = group === undefined ? `code ${code}` : `group ${group}`;
    groups.set(key, [...(groups.get(key) ?? []), share(observation, model)]);
  }
  const shares = [...groups.values()]
    .flatMap((group) => group.toSorted((a, b) => b - a).map((value, index) => (index === 0 ? value : value * model.group_factor)))
    .toSorted((a, b) => b - a);
  return Math.round(100 * (1 - shares.reduce((left, value) => left * (1 - value), 1)));
}

/** How dramatic it looks, an integer 0..100: talk and risk together. */
export const dramaIndexOf = (chatter: number, risk: number, model: Model): number =>
  Math.min(100, Math.round(model.drama.chatter * chatter + model.drama.risk * risk));

/** What was measured about coordination, field by field from the first engine that has it; undefined when nobody assessed posts. */
export function coordinationOf(answers: readonly Answer[]): CoordinationSignals | undefined {
  const measures = measuresOf(answers);
  const first = (key: keyof CoordinationSignals): number | undefined =>
    measures.map((one) => one[key]).find((value) => value !== undefined);
  const ratio = first("unique_author_ratio");
  const cluster = first("duplicate_text_cluster_size");
  const burst = first("cross_platform_burst_window_minutes");
  if (ratio === undefined && cluster === undefined && burst === undefined) return undefined;
  return { unique_author_ratio: ratio ?? 1, duplicate_text_cluster_size: cluster ?? 0, cross_platform_burst_window_minutes: burst ?? 0 };
}
