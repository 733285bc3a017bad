/** One line of a bench's table: what was measured, and its figures with their units. */
export interface BenchRow {
  what: string;
  figures: Readonly<Record<string, string>>;
}

/** How a bench is to be run. */
export interface BenchOptions {
  /** For development: one short round. */
  quick: boolean;
}

/** A bench: both sides of a comparison in one run, medians, no assertions. `src/<name>.bench.ts` exports it as `bench`. */
export interface Bench {
  /** A sentence: what is measured, under which load. */
  title: string;
  run(say: (progress: string) => void, options: BenchOptions): Promise<BenchRow[]>;
}

/** The median of some measurements; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The `share` quantile (0..1) of some measurements, by nearest rank; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
