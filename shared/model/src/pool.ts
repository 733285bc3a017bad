import { Branch } from "@token-sentiment/contract";
import { engineModel, type Model } from "./model-file.ts";
import { factorOf, type Observation, reliabilityOf } from "./observation.ts";
import { type PerBranch, perBranch } from "./per-branch.ts";

/** What an observation says for or against one scenario. */
interface Word {
  engine: string;
  code: string;
  source: string;
  /** Positive, in nats. */
  weight: number;
  reliability: number;
}

/** Words that tell the same thing. */
interface Group {
  words: Word[];
  /** Undefined when it has to be worked out anew. */
  parts: Parts | undefined;
}

/** What a group adds, in nats: `own` goes into the cap of `engine`, `shared` is what several engines say. */
interface Parts {
  engine: string;
  own: number;
  shared: number;
}

const clamp = (value: number, cap: number): number => Math.max(-cap, Math.min(cap, value));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function groupBy(words: readonly Word[], key: "engine" | "code" | "source"): Map<string, Word[]> {
  const groups = new Map<string, Word[]>();
  for (const word of words) {
    const group = groups.get(word[key]);
    if (group) group.push(word);
    else groups.set(word[key], [word]);
  }
  return groups;
}

/** One fact: its largest weight, as sure as all sources together, each by its surest word. A second source makes it surer, not stronger. */
function factOf(words: readonly Word[], factor: number): number {
  const [first] = words;
  if (first && words.length === 1) return factor * first.reliability * first.weight;
  const sure = [...groupBy(words, "source").values()]
    .map((same) => Math.max(...same.map(({ reliability }) => reliability)))
    .reduce((known, reliability) => known + reliability * (1 - known), 0);
  return factor * sure * Math.max(...words.map(({ weight }) => weight));
}

/** The strongest fact in full, each further one by the group factor. */
function valueOf(words: readonly Word[], model: Model): number {
  const [first] = words;
  if (first && words.length === 1) return factOf(words, factorOf(model, first.code));
  const facts = [...groupBy(words, "code")].map(([code, same]) => factOf(same, factorOf(model, code)));
  return sum(facts.toSorted((a, b) => b - a).map((value, index) => (index === 0 ? value : model.group_factor * value)));
}

/**
 * Splits what a group adds: what the loudest engine says beyond the second counts as its own word, so that nobody raises his voice by
 * naming another's group; together engines never say more than all of them one by one.
 */
function partsOf({ words }: Group, model: Model): Parts {
  const [only] = words;
  // Most groups: the same sum without the lists below.
  if (only && words.length === 1) {
    const own = Math.min(factOf(words, factorOf(model, only.code)), engineModel(model, only.engine).cap);
    return { engine: only.engine, own, shared: 0 };
  }
  const cap = words.reduce((most, { engine }) => Math.max(most, engineModel(model, engine).cap), 0);
  const value = Math.min(valueOf(words, model), cap);
  const engine = words[0]?.engine ?? "";
  if (words.every((word) => word.engine === engine)) return { engine, own: value, shared: 0 };
  if (model.shared_groups === "whole") return { engine, own: 0, shared: value };
  const alone = [...groupBy(words, "engine")]
    .map(([speaker, own]) => ({ speaker, says: valueOf(own, model) }))
    .toSorted((a, b) => b.says - a.says);
  const [loudest, second] = [alone[0]?.says ?? 0, alone[1]?.says ?? 0];
  const all = sum(alone.map(({ says }) => says));
  const total = Math.min(value, all);
  const shared = Math.min(total, all - (loudest - second));
  return { engine: alone[0]?.speaker ?? engine, own: total - shared, shared };
}

/** The groups that speak for a scenario, and those that speak against it. */
type Sides = Record<"for" | "against", Map<string, Group>>;

function totalOf(sides: Sides, model: Model): number {
  const ofEngine = new Map<string, number>();
  let shared = 0;
  const hear = (groups: ReadonlyMap<string, Group>, direction: 1 | -1): void => {
    for (const group of groups.values()) {
      const parts = (group.parts ??= partsOf(group, model));
      ofEngine.set(parts.engine, (ofEngine.get(parts.engine) ?? 0) + direction * parts.own);
      shared += direction * parts.shared;
    }
  };
  hear(sides.for, 1);
  hear(sides.against, -1);
  let own = 0;
  for (const [engine, value] of ofEngine) own += clamp(value, engineModel(model, engine).cap);
  return shared + own;
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
 * What one engine says is held within its cap. What several engines say of one group is nobody's own word: it counts once, beside them,
 * within the largest of their caps. Hence an observation that speaks for one scenario and for no other never lowers its probability.
 */
export function openPool(model: Model): Pool {
  const side = (): Sides => ({ for: new Map(), against: new Map() });
  const sides: Record<Branch, Sides> = { real_crash: side(), whale_manipulation: side(), false_fud: side() };
  return {
    add(observation) {
      const { engine, signal } = observation;
      const { code, source } = signal;
      const reliability = reliabilityOf(observation, model);
      if (signal.status === "unknown" || reliability <= 0) return;
      const key = signal.group === undefined ? `code ${code}` : `group ${signal.group}`;
      for (const branch of Branch.options) {
        const weight = signal.weights[branch];
        if (weight === 0) continue;
        const groups = sides[branch][weight > 0 ? "for" : "against"];
        const word = { engine, code, source, weight: Math.abs(weight), reliability };
        const group = groups.get(key);
        if (!group) groups.set(key, { words: [word], parts: undefined });
        else {
          group.words.push(word);
          group.parts = undefined;
        }
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
