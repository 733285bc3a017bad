/** 0.425 -> `42.5 %`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** 1234.5 -> `1,235 USD`. */
export const usd = (value: number): string => `${Math.round(value).toLocaleString("en-US")} USD`;

/** Four decimals: enough to derive the sentence again. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** `1 buy`, `2 buys`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
