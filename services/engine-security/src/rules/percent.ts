/** Basis points as people read them: 3000 -> `30.0 %`. */
export const percent = (bps: number): string => `${(bps / 100).toFixed(1)} %`;
