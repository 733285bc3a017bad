import { Label } from "@token-sentiment/contract";
import { z } from "zod";
import expert2 from "../earlier-models/expert-2.json" with { type: "json" };
import json from "../model.json" with { type: "json" };

const fraction = z.number().min(0).max(1);
const share = z.number().positive().max(1);

/** How the model treats one engine. */
export const EngineModel = z.strictObject({
  /** What the engine alone may add to or take from one scenario, in nats. */
  cap: z.number().positive().max(10),
  /** Its share in coverage. */
  weight: z.number().positive(),
  /** Without it confidence is at most `confidence.without_decisive`. */
  decisive: z.boolean(),
  /** True when it reads posts: each signal then counts by n/(n+posts_half), n being its value `posts` (absent = 0). */
  posts: z.boolean(),
  /** The label of a line about the engine itself. */
  label: Label,
});
export type EngineModel = z.infer<typeof EngineModel>;

/** Maps raw confidence to how often such a verdict is right: fitted on labelled cases, null until then. */
export const Calibration = z.discriminatedUnion("kind", [
  /** 1 / (1 + exp(-(a x + b))). */
  z.strictObject({ kind: z.literal("platt"), a: z.number(), b: z.number() }),
  /** Straight lines between points of rising x and non-falling y. */
  z.strictObject({ kind: z.literal("isotonic"), points: z.array(z.tuple([fraction, fraction])).min(2) }),
]);
export type Calibration = z.infer<typeof Calibration>;

/** Everything that scoring takes from outside the evidence. A change of any number is a new version. */
export const Model = z.strictObject({
  version: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,31}$/),
  /** Probabilities before any evidence; they sum to 1. */
  prior: z
    .strictObject({ real_crash: share, whale_manipulation: share, false_fud: share })
    .refine((p) => Math.abs(p.real_crash + p.whale_manipulation + p.false_fud - 1) < 1e-9, "the prior must sum to 1"),
  /** Divides the logits: above 1 softens the posterior. */
  temperature: z.number().positive(),
  /** Factor per signal code, fitted; a code that is not named has 1. */
  k: z.record(z.string(), z.number().nonnegative()),
  /** What each further fact of a group counts; the strongest counts in full. */
  group_factor: fraction,
  /** What of a group that several engines speak of counts beside their caps: what a second one bears out, or, up to expert-2, all of it. */
  shared_groups: z.enum(["borne_out", "whole"]),
  /** Posts at which a signal of a reader of posts counts half. */
  posts_half: z.number().positive(),
  engines: z.record(z.string(), EngineModel),
  /** For an engine that this model does not name. */
  other_engine: EngineModel,
  confidence: z.strictObject({
    without_decisive: fraction,
    /** At most so much when no contract was named and none was found. */
    unresolved: fraction,
    /** Factor when the symbol could have meant another contract. */
    ambiguous: fraction,
    calibration: Calibration.nullable(),
  }),
  /** The chatter level of an ordinary day. */
  chatter_usual: z.number().min(0).max(99),
  /** Below it nothing is happening. */
  event_threshold: fraction,
  /** Share of the risk score that is left that a finding takes, by severity 0 to 3, or when it is critical. */
  risk: z.strictObject({ by_severity: z.tuple([fraction, fraction, fraction, fraction]), critical: fraction }),
  drama: z.strictObject({ chatter: fraction, risk: fraction }),
  verdict: z.strictObject({
    /** From this reliability on a critical hit decides alone. */
    critical_reliability: fraction,
    coverage: fraction,
    confidence: fraction,
    real_crash: fraction,
    accumulate_false_fud: fraction,
    accumulate_risk: z.number().min(0).max(100),
    /** From both on a token is called dangerous though no event was found (decision 0014); null = never. */
    danger: z.strictObject({ real_crash: fraction, risk: z.number().min(0).max(100) }).nullable(),
  }),
  /** Bytes that `evidence_chain` may take as JSON. */
  chain_bytes: z.int().min(1024).max(49_152),
});
export type Model = z.infer<typeof Model>;

/** The model of `model.json`, validated when this package loads. */
export const currentModel: Model = Model.parse(json);

const byVersion = new Map([currentModel, Model.parse(expert2)].map((model) => [model.version, model]));

/** The model of a version: the current one, or one that settled jobs before it; undefined for one that this release does not have. */
export const modelOf = (version: string): Model | undefined => byVersion.get(version);

/** How `model` treats `engine`. */
export function engineModel(model: Model, engine: string): EngineModel {
  const named = Object.hasOwn(model.engines, engine) ? model.engines[engine] : undefined;
  return named ?? model.other_engine;
}
