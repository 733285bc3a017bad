import type { Signal } from "@token-sentiment/contract";
import { caseId, RecordedCase } from "./recorded-case.ts";

/** A day of the made-up calendar of tests, epoch ms. */
export const dayAt = (day: number): number => 1_600_000_000_000 + day * 86_400_000;

/** A line of the on-chain engine that speaks for a crash, unless told otherwise. */
export const signalOf = (code: string, more: Partial<Signal> = {}): Signal => ({
  code,
  label: "ON-CHAIN",
  text: "a line",
  status: "hit",
  weights: { real_crash: 1, whale_manipulation: 0, false_fud: 0 },
  reliability: 1,
  source: "test",
  observed_at: dayAt(0),
  values: {},
  ...more,
});

/** A case of the on-chain engine alone, known the day after it was looked at. */
export function caseOf(day: number, signals: readonly Signal[], more: Partial<RecordedCase> = {}): RecordedCase {
  const name = more.name ?? `case of day ${day}`;
  return RecordedCase.parse({
    format: 1,
    name,
    dataset: "test",
    licence: "CC0-1.0",
    coin_symbol: "TEST",
    chain_id: "1",
    detected_at: dayAt(day),
    outcome: "real_crash",
    outcome_known_at: dayAt(day + 1),
    outcome_by: "the test",
    expects: ["onchain"],
    evidence: [
      {
        job_id: caseId(name),
        engine: "onchain",
        engine_version: "test",
        outcome: "observed",
        signals: signals.map((signal) => ({ ...signal, observed_at: Math.min(signal.observed_at, dayAt(day)) })),
        measures: { event: 1 },
        cached: false,
        observed_at: dayAt(day),
        elapsed_ms: 0,
      },
    ],
    ...more,
  });
}
