import type { Evidence, Request } from "@token-sentiment/contract";
import { type EngineModel, engineModel, type Model } from "./model-file.ts";
import { mostInformativeFirst, type Observation } from "./observation.ts";

/** Evidence as the broker stored it. */
export interface StoredEvidence {
  evidence: Evidence;
  /** Broker time, epoch ms. */
  at: number;
  seq: number;
}

/** What became of one expected engine. `silent`: it wrote nothing. */
export interface Answer {
  engine: string;
  outcome: Evidence["outcome"] | "silent";
  stored: StoredEvidence | undefined;
  model: EngineModel;
  /** Most informative first; empty unless observed. */
  observations: Observation[];
  /** True when something was found out: a signal that is not unknown, or a measure. */
  observedSomething: boolean;
}

/** One answer per expected engine, in the order of `request.expects`; evidence of nobody expected is left out. */
export function answersOf(request: Request, evidence: readonly StoredEvidence[], model: Model): Answer[] {
  return request.expects.map((engine) => {
    const [stored] = evidence.filter((one) => one.evidence.engine === engine).toSorted((a, b) => a.seq - b.seq);
    const observed = stored?.evidence.outcome === "observed" ? stored.evidence : undefined;
    const signals = observed?.signals ?? [];
    return {
      engine,
      outcome: stored?.evidence.outcome ?? "silent",
      stored,
      model: engineModel(model, engine),
      observations: mostInformativeFirst(
        signals.map((signal) => ({ engine, signal })),
        model,
      ),
      observedSomething: signals.some((signal) => signal.status !== "unknown") || Object.keys(observed?.measures ?? {}).length > 0,
    };
  });
}

/** True when the engine should have observed and did not. */
export const isMissing = (answer: Answer): boolean => answer.outcome === "unavailable" || answer.outcome === "silent";

/** Weight of the engines that observed something over weight of those that applied, 0..1; 0 when none applied. */
export function coverageOf(answers: readonly Answer[]): number {
  const applied = answers.filter((answer) => answer.outcome !== "not_applicable");
  const weight = (some: readonly Answer[]): number => some.reduce((sum, answer) => sum + answer.model.weight, 0);
  return applied.length === 0 ? 0 : weight(applied.filter((answer) => answer.observedSomething)) / weight(applied);
}
