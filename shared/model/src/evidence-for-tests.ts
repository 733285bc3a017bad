import type { Evidence, Request, Signal } from "@token-sentiment/contract";
import type { StoredEvidence } from "./answers.ts";

const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";

/** When the request of a test was stored, epoch ms. */
export const REQUEST_AT = 1_800_000_000_000;

/** A request that expects `expects`. */
export const requestFor = (...expects: string[]): Request => ({
  job_id: JOB,
  request_id: "req-1",
  caller: "caller-hash",
  coin_symbol: "PEPE",
  contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
  chain_id: "1",
  expects,
  budget_ms: 60_000,
});

/** A signal; `weights` are real_crash, false_fud, whale_manipulation. */
export function signal(code: string, weights: [number, number, number], rest: Partial<Signal> = {}): Signal {
  const [real_crash, false_fud, whale_manipulation] = weights;
  return {
    code,
    label: "SECURITY",
    text: `${code} seen`,
    status: "hit",
    weights: { real_crash, false_fud, whale_manipulation },
    reliability: 1,
    source: "eth_simulateV1",
    observed_at: REQUEST_AT,
    values: {},
    ...rest,
  };
}

/** Evidence of `engine`, stored `afterMs` after the request. */
export function observed(engine: string, signals: Signal[], rest: Partial<Evidence> = {}): StoredEvidence {
  const evidence: Evidence = {
    job_id: JOB,
    engine,
    engine_version: "1.0.0",
    outcome: "observed",
    signals,
    measures: {},
    cached: false,
    observed_at: REQUEST_AT,
    elapsed_ms: 40,
    ...rest,
  };
  return { evidence, at: REQUEST_AT + 100 + engine.length, seq: 10 + engine.length };
}

/** An answer without an observation. */
export const unobserved = (engine: string, outcome: "unavailable" | "not_applicable", reason: string): StoredEvidence =>
  observed(engine, [], { outcome, reason });
