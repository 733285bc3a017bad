import { createHash } from "node:crypto";
import { Branch, ChainId, Evidence } from "@token-sentiment/contract";
import type { FoldInput } from "@token-sentiment/model";
import { z } from "zod";

/** What followed: one of the three scenarios, or nothing of the kind. */
export const CaseOutcome = z.enum([...Branch.options, "none"]);
export type CaseOutcome = z.infer<typeof CaseOutcome>;

const time = z.int().positive();

/**
 * What the engines knew about a token at one time, and what followed. `docs/calibration.md` tells of the format. Nothing in it may be
 * younger than the detection, and the outcome may not be known before it: a case that says otherwise is refused.
 */
export const RecordedCase = z
  .strictObject({
    format: z.literal(1),
    /** Names the case among all others. */
    name: z.string().min(1).max(160),
    /** What it was recorded from; figures are told by it. */
    dataset: z.string().min(1).max(64),
    /** Under which licence the case may be passed on; absent = none is stated. */
    licence: z.string().min(1).max(64).optional(),
    coin_symbol: z.string().min(1).max(32),
    chain_id: ChainId,
    /** Absent: judged by its symbol, as a coin that has none. */
    contract_address: z.string().min(1).max(64).optional(),
    /** When the engines looked, epoch ms. */
    detected_at: time,
    outcome: CaseOutcome,
    /** From when on the outcome was known, epoch ms. */
    outcome_known_at: time,
    /** Who says so, by what rule. */
    outcome_by: z.string().min(1).max(240),
    /** The engines asked, in the order in which they are folded. */
    expects: z.array(z.string().min(1).max(32)).min(1).max(16),
    evidence: z.array(Evidence).min(1).max(16),
  })
  .superRefine(({ detected_at, outcome_known_at, expects, evidence }, context) => {
    const refuse = (message: string): void => context.addIssue({ code: "custom", message });
    if (outcome_known_at < detected_at) refuse("the outcome was known before the detection");
    const engines = evidence.map(({ engine }) => engine);
    if (new Set(engines).size < engines.length) refuse("an engine speaks twice");
    for (const engine of engines) if (!expects.includes(engine)) refuse(`${engine} speaks and is not expected`);
    for (const { engine, observed_at, signals } of evidence) {
      const youngest = Math.max(observed_at, ...signals.map((signal) => signal.observed_at));
      if (youngest > detected_at) refuse(`${engine} observed something after the detection`);
    }
  });
export type RecordedCase = z.infer<typeof RecordedCase>;

/** Always the same id for the same text. */
export function caseId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** A case as the aggregator gets it: the facts of one job. */
export function foldInputOf({ name, coin_symbol, chain_id, contract_address, detected_at, expects, evidence }: RecordedCase): FoldInput {
  const job_id = caseId(name);
  const about = { job_id, coin_symbol, chain_id };
  return {
    request: {
      ...about,
      request_id: job_id,
      caller: "calibration",
      ...(contract_address !== undefined && { contract_address }),
      expects,
      budget_ms: 1,
    },
    requestAt: detected_at,
    evidence: evidence.map((one, index) => ({ evidence: one, at: detected_at, seq: index + 1 })),
    ...(contract_address === undefined && { token: { ...about, native: true, ambiguous: false, candidates: [], source: "calibration" } }),
  };
}
