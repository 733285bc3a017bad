import type { BranchWeights, Label, Signal, SignalStatus } from "@token-sentiment/contract";

/** What does not depend on the facts. */
export interface RuleOptions<F> {
  label: Label;
  /** Rules of one group tell the same fact; the model counts the strongest in full. */
  group?: string;
  /** A proven finding that decides alone. */
  critical?: boolean;
  /** 0 a remark, 1 low, 2 high, 3 as bad as it gets. */
  severity?: 0 | 1 | 2 | 3;
  /** `hit` when omitted. */
  status?: SignalStatus;
  /** How far the observation can be trusted, 0..1; 1 when omitted. */
  reliability?: number;
  /** Where it was read, e.g. `eth_simulateV1`. */
  source: string;
  /** What the sentence was made of. */
  values?: (facts: F) => Signal["values"];
}

/** One row of an engine's table: a sentence for people and log-weights for the model. */
export interface Rule<F> {
  code: string;
  options: RuleOptions<F>;
  when: (facts: F) => boolean;
  text: (facts: F) => string;
  weights: BranchWeights;
}

/** A rule in the order in which it is read: its code, what it is, when it speaks, what it says, what that weighs (nats per scenario, -5..5). */
// oxlint-disable-next-line max-params -- a table of rules reads as sentences
export function rule<F>(
  code: string,
  options: RuleOptions<F>,
  when: (facts: F) => boolean,
  text: (facts: F) => string,
  weights: BranchWeights,
): Rule<F> {
  return { code, options, when, text, weights };
}

const TEXT_MAX = 240;
const VALUE_MAX = 128;

/** The signals of the rules that speak about `facts`, in table order. `observedAt` is the time at the source, epoch ms. */
export function observeRules<F>(rules: readonly Rule<F>[], facts: F, { observedAt }: { observedAt: number }): Signal[] {
  return rules
    .filter(({ when }) => when(facts))
    .map(({ code, options, text, weights }) => {
      const { label, group, critical, severity, status = "hit", reliability = 1, source, values } = options;
      return {
        code,
        label,
        text: shorten(text(facts), TEXT_MAX),
        status,
        weights,
        reliability,
        ...(group !== undefined && { group }),
        ...(critical !== undefined && { critical }),
        ...(severity !== undefined && { severity }),
        source,
        observed_at: observedAt,
        values: shortValues(values?.(facts) ?? {}),
      };
    });
}

const shortValues = (values: Signal["values"]): Signal["values"] =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? shorten(value, VALUE_MAX) : value]));

const shorten = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
