export const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const signed = (lean: number): string => `${lean >= 0 ? "+" : "-"}${Math.abs(lean).toFixed(2)}`;
export const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
/** Four decimals, as values are told. */
export const rounded = (x: number): number => Math.round(x * 10_000) / 10_000;
