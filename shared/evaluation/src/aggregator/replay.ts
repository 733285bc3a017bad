import type { Analysis } from "@token-sentiment/engine";
import { caseId, RecordedCase } from "./recorded-case.ts";

/** A dataset that an engine's own code can be run over, as it would have been at the time. */
export interface Replay {
  /** Its folder under `--datasets`. */
  dataset: string;
  /** The engine that sees it; no dataset shows one token to two. */
  engine: string;
  /** Under which licence it stands; undefined: none is stated, so that nothing learned from it is shipped. */
  licence: string | undefined;
  cases(folder: string): AsyncGenerator<RecordedCase>;
}

type Told = Pick<RecordedCase, "name" | "coin_symbol" | "contract_address" | "detected_at" | "outcome" | "outcome_known_at" | "outcome_by">;

/** A case of a replay: what its one engine said. @throws ZodError when the engine saw something younger than the detection. */
export function replayed(
  { dataset, engine, licence }: Omit<Replay, "cases">,
  told: Told,
  { signals, measures = {} }: Pick<Analysis, "signals" | "measures">,
): RecordedCase {
  const name = `${dataset} ${told.name}`;
  const { detected_at } = told;
  return RecordedCase.parse({
    format: 1,
    dataset,
    ...(licence !== undefined && { licence }),
    chain_id: "1",
    ...told,
    name,
    expects: [engine],
    evidence: [
      {
        job_id: caseId(name),
        engine,
        engine_version: "replay",
        outcome: "observed",
        signals,
        measures,
        cached: false,
        observed_at: detected_at,
        elapsed_ms: 0,
      },
    ],
  });
}
