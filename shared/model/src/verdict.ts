import type { Branch, Verdict } from "@token-sentiment/contract";
import type { Model } from "./model-file.ts";
import { type Observation, reliabilityOf } from "./observation.ts";
import type { PerBranch } from "./per-branch.ts";

/** What the verdict is made of: the numbers of the payload as a client sees them, so that it can be derived again. */
export interface Findings {
  critical: Critical;
  coverage: number;
  confidence: number;
  event: number | undefined;
  probabilities: PerBranch;
  dominant: Branch;
  risk: number;
  /** False when no contract was named and none was found: nobody knows which token was meant. */
  resolved: boolean;
}

/** `proven` decides alone; `suspected` (too unreliable, or seen by one method only) forbids every verdict that says all is well. */
export type Critical = "proven" | "suspected" | "none";

/** The worst critical finding; the same one from a second source is more reliable. */
export function criticalOf(observations: readonly Observation[], model: Model): Critical {
  const found = observations.filter(
    ({ signal }) => signal.critical === true && (signal.status === "hit" || signal.status === "inconclusive"),
  );
  const doubt = new Map<string, Map<string, number>>();
  for (const observation of found.filter(({ signal }) => signal.status === "hit")) {
    const { code, source } = observation.signal;
    const sources = doubt.get(code) ?? new Map<string, number>();
    doubt.set(code, sources.set(source, Math.min(sources.get(source) ?? 1, 1 - reliabilityOf(observation, model))));
  }
  const surest = Math.max(0, ...[...doubt.values()].map((sources) => 1 - [...sources.values()].reduce((product, one) => product * one, 1)));
  // One unit in the last place must not decide: 1 - (1 - 0.7) is a little less than 0.7.
  if (surest >= model.verdict.critical_reliability - 1e-9) return "proven";
  return found.length > 0 ? "suspected" : "none";
}

/** True unless an event was measured that reaches the threshold. Nobody measuring one is no event found (decision 0002). */
export const isCalm = ({ event }: Pick<Findings, "event">, model: Model): boolean => (event ?? 0) < model.event_threshold;

/** True when the findings are a crash's and bad enough, whether or not anything happens (decision 0014). */
export const isDangerous = ({ probabilities, risk }: Pick<Findings, "probabilities" | "risk">, { verdict: { danger } }: Model): boolean =>
  danger !== null && probabilities.real_crash >= danger.real_crash && risk >= danger.risk;

/** One row of the verdict table. */
export interface VerdictRow {
  name: string;
  verdict: Verdict;
  when: (findings: Findings, model: Model) => boolean;
}

/** The verdict table (model.md, 6): the first row that matches. The numbers are the model file's. */
export const verdictTable: readonly VerdictRow[] = [
  { name: "critical finding", verdict: "LIQUIDATE_LONGS", when: ({ critical }) => critical === "proven" },
  { name: "no such token", verdict: "INSUFFICIENT_DATA", when: ({ resolved }) => !resolved },
  { name: "too little covered", verdict: "INSUFFICIENT_DATA", when: ({ coverage }, { verdict }) => coverage < verdict.coverage },
  { name: "too little confidence", verdict: "INSUFFICIENT_DATA", when: ({ confidence }, { verdict }) => confidence < verdict.confidence },
  {
    name: "danger, and no event measured",
    verdict: "INSUFFICIENT_DATA",
    when: (findings, model) => findings.event === undefined && isDangerous(findings, model),
  },
  { name: "no event", verdict: "HOLD", when: isCalm },
  { name: "crash", verdict: "LIQUIDATE_LONGS", when: ({ probabilities }, { verdict }) => probabilities.real_crash >= verdict.real_crash },
  { name: "suspected critical finding", verdict: "HOLD", when: ({ critical }) => critical === "suspected" },
  {
    name: "false alarm on a sound token",
    verdict: "ACCUMULATE",
    when: ({ probabilities, risk }, { verdict }) =>
      probabilities.false_fud >= verdict.accumulate_false_fud && risk <= verdict.accumulate_risk,
  },
  { name: "false alarm", verdict: "IGNORE_FUD", when: ({ dominant }) => dominant === "false_fud" },
];

const OTHERWISE: VerdictRow = { name: "otherwise", verdict: "HOLD", when: () => true };

/** The row that decides. */
export const verdictOf = (findings: Findings, model: Model): VerdictRow =>
  verdictTable.find((row) => row.when(findings, model)) ?? OTHERWISE;
