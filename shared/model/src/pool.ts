import type { Branch } from "@token-sentiment/contract";
import { engineModel, type Model } from "./model-file.ts";
import { factorOf, type Observation, reliabilityOf } from "./observation.ts";
import { type PerBranch, perBranch } from "./per-branch.ts";

/** What one code says for or against one scenario, whoever says it. */
interface Fact {
  weight: number;
  /** By source: a second source makes the same fact surer, not stronger. */
  reliability: Map<string, number>;
}

interface Group {
  facts: Map<string, Fact>;
  engines: Set<string>;
}

const clamp = (value: number, cap: number): number => Math.max(-cap, Math.min(cap, value));

/** The observations that speak for (`+1`) or against (`-1`) a scenario, by group. */
function groupsOf(observations: readonly Observation[], model: Model, side: { branch: Branch; direction: 1 | -1 }): Group[] {
  const groups = new Map<string, Group>();
  for (const observation of observations) {
    const { engine, signal } = observation;
    const weight = signal.weights[side.branch] * side.direction;
    const reliability = reliabilityOf(observation, model);
    if (signal.status === "unknown" || weight <= 0 || reliability <= 0) continue;
    const key = signal.group === undefined ? `code ${signal.code}` : `group ${signal.group}`;
    const group: Group = groups.get(key) ?? { facts: new Map(), engines: new Set() };
    const fact: Fact = group.facts.get(signal.code) ?? { weight: 0, reliability: new Map() };
    groups.set(key, group);
    group.facts.set(signal.code, fact);
    group.engines.add(engine);
    fact.weight = Math.max(fact.weight, weight);
    fact.reliability.set(signal.source, Math.max(fact.reliability.get(signal.source) ?? 0, reliability));
  }
  return [...groups.values()];
}

/** The strongest fact of a group in full, each further one by the group factor. */
function valueOf(group: Group, model: Model): number {
  const values = [...group.facts].map(([code, fact]) => {
    const sure = [...fact.reliability.values()].reduce((sum, reliability) => sum + reliability * (1 - sum), 0);
    return factorOf(model, code) * sure * fact.weight;
  });
  return values.toSorted((a, b) => b - a).reduce((sum, value, index) => sum + (index === 0 ? value : model.group_factor * value), 0);
}

/**
 * Adds up the log-likelihoods of observations, in nats per scenario (model.md, 1 and 2).
 *
 * Groups are pooled for each scenario and direction apart, so that no observation can take away what another one says.
 * What one engine says is held within its cap. A group that several engines speak of is nobody's own word: it counts once, beside them,
 * within the largest of their caps. Hence an observation that speaks for one scenario and for no other never lowers its probability.
 */
export function pool(observations: readonly Observation[], model: Model): PerBranch {
  return perBranch((branch) => {
    const ofEngine = new Map<string, number>();
    let shared = 0;
    for (const direction of [1, -1] as const) {
      for (const group of groupsOf(observations, model, { branch, direction })) {
        const engines = [...group.engines];
        const cap = Math.max(...engines.map((engine) => engineModel(model, engine).cap));
        const value = direction * Math.min(valueOf(group, model), cap);
        const [only] = engines;
        if (engines.length === 1 && only !== undefined) ofEngine.set(only, (ofEngine.get(only) ?? 0) + value);
        else shared += value;
      }
    }
    return [...ofEngine].reduce((sum, [engine, value]) => sum + clamp(value, engineModel(model, engine).cap), shared);
  });
}
