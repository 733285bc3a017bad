import type { EngineName, Signal } from "@token-sentiment/contract";

const labels: Partial<Record<EngineName, Signal["label"]>> = {
  security: "SECURITY",
  onchain: "ON-CHAIN",
  solana: "SECURITY",
  sybil: "SYBIL",
  market: "MARKET",
};

/** What a stub of an engine finds: four clear lines and a measurement, 1.2 KB as JSON, on whichever queue it is compared. */
export const findingsOf = (engine: EngineName, at: number): { signals: Signal[]; measures: { event: number } } => ({
  signals: Array.from({ length: 4 }, (_, index) => ({
    code: `bench_${index}`,
    label: labels[engine] ?? "MARKET",
    text: `nothing unusual in the ${index + 1}. of the things that this engine looks at when it is asked about a token`,
    status: "clear",
    weights: { real_crash: -0.4, false_fud: 0.2, whale_manipulation: -0.1 },
    reliability: 0.8,
    group: `bench_${engine}_${index}`,
    source: "bench",
    observed_at: at,
    values: { looked_at: 20 + index, found: 0 },
  })),
  measures: { event: 0.1 },
});
