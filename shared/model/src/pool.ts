import { Branch } from "@token-sentiment/contract";
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
  /** In nats, within the largest cap of its engines; undefined when it has to be worked out anew. */
  value: number | undefined;
}

const clamp = (value: number, cap: number): number => Math.max(-cap, Math.min(cap, value));

/** The strongest fact of a group in full, each further one by the group factor. */
function valueOf(group: Group, model: Model): number {
  const values = [...group.facts].map(([code, fact]) => {
    const sure = [...fact.reliability.values()].reduce((sum, reliability) => sum + reliability * (1 - sum), 0);
    return factorOf(model, code) * sure * fact.weight;
  });
  const all = values.toSorted((a, b) => b - a).reduce((sum, value, index) => sum + (index === 0 ? value : model.group_factor * value), 0);
  return Math.min(all, Math.max(...[...group.engines].map((engine) => engineModel(model, engine).cap)));
}

/** The groups that speak for a scenario, and those that speak against it. */
type Sides = Record<"for" | "against", Map<string, Group>>;

function totalOf(sides: Sides, model: Model): number {
  const ofEngine = new Map<string, number>();
  let shared = 0;
  for (const [groups, direction] of [[sides.for, 1] as const, [sides.against, -1] as const]) {
    for (const group of groups.values()) {
      const value = direction * (group.value ??= valueOf(group, model));
      const [only] = group.engines;
      if (group.engines.size === 1 && only !== undefined) ofEngine.set(only, (ofEngine.get(only) ?? 0) + value);
      else shared += value;
    }
  }
  return [...ofEngine].reduce((sum, [engine, value]) => sum + clamp(value, engineModel(model, engine).cap), shared);
}

/** Observations added up, one after the other. */
export interface Pool {
  add(observation: Observation): void;
  /** The log-likelihoods of all that was added, in nats per scenario. */
  total(): PerBranch;
}

/**
 * Adds up the log-likelihoods of observations (model.md, 1 and 2).
 *
 * Groups are pooled for each scenario and direction apart, so that no observation can take away what another one says.
 * What one engine says is held within its cap. A group that several engines speak of is nobody's own word: it counts once, beside them,
 * within the largest of their caps. Hence an observation that speaks for one scenario and for no other never lowers its probability.
 */
export function openPool(model: Model): Pool {
  const side = (): Sides => ({ for: new Map(), against: new Map() });
  const sides: Record<Branch, Sides> = { real_crash: side(), whale_manipulation: side(), false_fud: side() };
  return {
    add(observation) {
      const { engine, signal } = observation;
      const reliability = reliabilityOf(observation, model);
      if (signal.status === "unknown" || reliability <= 0) return;
      const key = signal.group === undefined ? `code ${signal.code}` : `group ${signal.group}`;
      for (const branch of Branch.options) {
        const weight = signal.weights[branch];
        if (weight === 0) continue;
        const groups = sides[branch][weight > 0 ? "for" : "against"];
        const group: Group = groups.get(key) ?? { facts: new Map(), engines: new Set(), value: undefined };
        const fact: Fact = group.facts.get(signal.code) ?? { weight: 0, reliability: new Map() };
        groups.set(key, group);
        group.facts.set(signal.code, fact);
        group.engines.add(engine);
        group.value = undefined;
        fact.weight = Math.max(fact.weight, Math.abs(weight));
        fact.reliability.set(signal.source, Math.max(fact.reliability.get(signal.source) ?? 0, reliability));
      }
    },
    total: () => perBranch((branch) => totalOf(sides[branch], model)),
  };
}

/** The log-likelihoods of observations, in nats per scenario. */
export function pool(observations: readonly Observation[], model: Model): PerBranch {
  const all = openPool(model);
  for (const observation of observations) all.add(observation);
  return all.total();
}
