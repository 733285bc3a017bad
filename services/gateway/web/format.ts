/** `0.123` as `12.3 %`. Only what is certain is told as 100 %. */
export function percent(share: number, digits = 1): string {
  const most = share < 1 ? 100 - 10 ** -digits : 100;
  return `${Math.min(share * 100, most).toFixed(digits)} %`;
}

/** Words of the service as a sentence: a capital first, unless that is a field's name, and a full stop last. */
export const sentence = (text: string): string =>
  text === "" ? "" : `${/^\w+:/.test(text) ? text[0] : text[0]?.toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`;

/** A length of time for people: the two largest units that matter. */
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
}

/** A time of day and date, where the reader is. */
export const moment = (at: number): string => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Log-likelihood with its sign, in nats. */
export const nats = (value: number): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
