/** A measured value and what the label says. */
export interface Labelled {
  value: number;
  positive: boolean;
}

/** The chance that a positive case has the greater value, equal ones counting half (Mann-Whitney U); NaN without both classes. */
export function areaUnderCurve(cases: readonly Labelled[]): number {
  const sorted = cases.toSorted((a, b) => a.value - b.value);
  let [ranks, positives] = [0, 0];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end]?.value === sorted[start]?.value) end += 1;
    const here = sorted.slice(start, end).filter(({ positive }) => positive).length;
    // equal values share the mean of their ranks, counted from 1
    ranks += here * ((start + 1 + end) / 2);
    positives += here;
    start = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives));
}
