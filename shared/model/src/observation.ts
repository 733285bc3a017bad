import { Branch, type Signal } from "@token-sentiment/contract";
import { engineModel, type Model } from "./model-file.ts";

/** A signal and the engine that sent it. */
export interface Observation {
  engine: string;
  signal: Signal;
}

/** How far an observation is trusted, 0..1: its own reliability, by n/(n+60) when it was read from n posts. */
export function reliabilityOf({ engine, signal }: Observation, model: Model): number {
  if (!engineModel(model, engine).posts) return signal.reliability;
  const posts = Number(signal.values["posts"] ?? 0);
  return posts > 0 ? (signal.reliability * posts) / (posts + model.posts_half) : 0;
}

/** The factor of a signal's code. */
export const factorOf = (model: Model, code: string): number => (Object.hasOwn(model.k, code) ? (model.k[code] ?? 1) : 1);

/** How much an observation says, in nats: its largest scaled weight. Unknown says nothing. */
export function strengthOf(observation: Observation, model: Model): number {
  const { signal } = observation;
  if (signal.status === "unknown") return 0;
  const largest = Math.max(...Branch.options.map((branch) => Math.abs(signal.weights[branch])));
  return largest * factorOf(model, signal.code) * reliabilityOf(observation, model);
}

const rank = ({ signal }: Observation): number => (signal.critical ? 10 : 0) + (signal.severity ?? 0);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An engine's observations, most informative first; the order in which they arrived plays no part. */
export function mostInformativeFirst(observations: readonly Observation[], model: Model): Observation[] {
  return observations
    .map((observation) => ({ observation, strength: strengthOf(observation, model) }))
    .toSorted(
      (a, b) =>
        b.strength - a.strength ||
        rank(b.observation) - rank(a.observation) ||
        byText(a.observation.signal.code, b.observation.signal.code) ||
        byText(a.observation.signal.source, b.observation.signal.source) ||
        byText(JSON.stringify(a.observation.signal), JSON.stringify(b.observation.signal)),
    )
    .map(({ observation }) => observation);
}
