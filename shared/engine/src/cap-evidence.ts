import type { Evidence, Signal } from "@token-sentiment/contract";

/** Five evidences of this size still make a row: see the fold. */
const MAX_BYTES = 48 * 1024;

/**
 * The evidence within 48 KiB of JSON. Its series go first, then the weakest signals (greatest |weight| × reliability), critical ones never;
 * a signal `evidence_cut` then says how many.
 */
export function capEvidence(whole: Evidence, maxBytes: number = MAX_BYTES): Evidence {
  if (bytesOf(whole) <= maxBytes) return whole;
  // A picture before any finding.
  const { series: _, ...evidence } = whole;
  if (bytesOf(evidence) <= maxBytes) return evidence;
  const weakestFirst = evidence.signals.filter(({ critical }) => !critical).toSorted((a, b) => strength(a) - strength(b));
  const gone = new Set<Signal>();
  // The note's own size hardly depends on the count: measure with the largest one, then drop until the rest fits.
  let size = bytesOf({ ...evidence, signals: [...evidence.signals, cutSignal(evidence, evidence.signals.length)] });
  for (const signal of weakestFirst) {
    if (size <= maxBytes) break;
    gone.add(signal);
    size -= bytesOf(signal) + 1;
  }
  const kept = evidence.signals.filter((signal) => !gone.has(signal));
  // Only critical findings are left: their sentences matter more than the numbers behind them.
  const slim = size <= maxBytes ? kept : kept.map((signal) => ({ ...signal, values: {} }));
  return { ...evidence, signals: [...slim, cutSignal(evidence, gone.size)] };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const strength = ({ weights, reliability }: Signal): number => Math.max(...Object.values(weights).map(Math.abs)) * reliability;

const cutSignal = ({ signals, observed_at }: Evidence, count: number): Signal => ({
  code: "evidence_cut",
  label: signals[0]?.label ?? "SECURITY",
  text: `${count > 0 ? `${count} weaker findings` : "the numbers behind the findings"} were left out: the evidence was too large`,
  status: "unknown",
  weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 },
  reliability: 1,
  source: "engine",
  observed_at,
  values: { cut: count },
});
