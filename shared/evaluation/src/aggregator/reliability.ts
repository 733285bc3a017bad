/** A probability that was told, and whether it came so. */
export interface Told {
  chance: number;
  right: boolean;
}

/** The tellings within one tenth of 0..1. */
export interface Bin {
  from: number;
  to: number;
  cases: number;
  /** Mean of what was told, and how often it came; 0..1. */
  told: number;
  came: number;
}

const BINS = 10;

/** The reliability table (Murphy and Winkler, 1977): tenths of 0..1 that hold something, each with its right end, the first with both. */
export function reliabilityTable(all: readonly Told[]): Bin[] {
  const binOf = ({ chance }: Told): number => Math.min(BINS - 1, Math.max(0, Math.ceil(chance * BINS) - 1));
  return Array.from({ length: BINS }, (_, index) => {
    const those = all.filter((one) => binOf(one) === index);
    const mean = (of: (one: Told) => number): number => those.reduce((sum, one) => sum + of(one), 0) / those.length;
    const ends = { from: index / BINS, to: (index + 1) / BINS };
    return { ...ends, cases: those.length, told: mean(({ chance }) => chance), came: mean(({ right }) => (right ? 1 : 0)) };
  }).filter(({ cases }) => cases > 0);
}

/** Expected calibration error, 0..1: how far told and came are apart, by the cases of each bin (Guo et al., 2017). NaN of nothing. */
export function calibrationError(all: readonly Told[]): number {
  return reliabilityTable(all).reduce(
    (sum, { cases, told, came }) => sum + (cases / all.length) * Math.abs(told - came),
    all.length > 0 ? 0 : NaN,
  );
}
