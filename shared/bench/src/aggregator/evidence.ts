import { type Evidence, type Request, type Signal, timing } from "@token-sentiment/contract";

const LABELS = ["SECURITY", "ON-CHAIN", "MARKET", "SYBIL"] as const;

/** A signal as engines send them: a sentence, weights, the numbers it is made of. The same for the same numbers. */
const signalOf = (engine: string, n: number, seed: number): Signal => ({
  code: `finding_${n}`,
  label: LABELS[(n + seed) % LABELS.length] ?? "MARKET",
  text: `${engine} looked at the ${n}th thing: ${(seed * 7 + n) % 101} of 101 holders could sell ${n} % of their balance a day from now`,
  status: n % 5 === 0 ? "hit" : "clear",
  weights: {
    real_crash: ((seed + n) % 9) / 4 - 1,
    false_fud: ((seed * 3 + n) % 9) / 4 - 1,
    whale_manipulation: ((seed * 5 + n) % 7) / 4 - 0.8,
  },
  reliability: 0.5 + ((seed + n) % 5) / 10,
  ...(n % 3 === 0 ? { group: `group_${n % 4}` } : {}),
  severity: n % 4,
  source: n % 2 === 0 ? "eth_simulateV1" : "dexscreener",
  observed_at: 1_800_000_000_000 + seed,
  values: { holders: 101, sold: (seed * 7 + n) % 101, posts: 120 + n },
});

/** Evidence of so many signals. */
export const evidenceOf = (engine: string, job_id: string, { signals, seed }: { signals: number; seed: number }): Evidence => ({
  job_id,
  engine,
  engine_version: "bench",
  outcome: "observed",
  signals: Array.from({ length: signals }, (_, n) => signalOf(engine, n, seed)),
  measures: { event: (seed % 10) / 10, chatter: (seed * 13) % 100 },
  cached: false,
  observed_at: 1_800_000_000_000 + seed,
  elapsed_ms: 20,
});

/** A request that expects these engines. */
export const requestOf = (job_id: string, expects: string[]): Request => ({
  job_id,
  request_id: job_id,
  caller: "bench",
  coin_symbol: "LOAD",
  contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
  chain_id: "1",
  expects,
  budget_ms: timing.budgetMs,
});
