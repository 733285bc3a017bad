import { Branch } from "@token-sentiment/contract";
import type { Report, ReportLine } from "./report.ts";

const strengthOf = ({ status, weights, factor, reliability }: ReportLine): number =>
  status === "unknown" ? 0 : Math.max(...Branch.options.map((branch) => Math.abs(weights[branch]))) * factor * reliability;

const bytesOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length + 1;

/** The evidence chain: the lines by engine, an engine without an observation under its label, the remarks; the weakest go when it is too long. */
export function chainOf({ engines, lines, remarks, model: { chain_bytes: limit } }: Report): string[] {
  const told = engines.flatMap(({ engine, outcome, label, reason }) => {
    if (outcome === "observed")
      return lines
        .filter((line) => line.engine === engine)
        .map((line) => ({ text: `[${line.label}] ${line.text}`, label: line.label, strength: strengthOf(line) }));
    const why = outcome === "not_applicable" ? "not applicable" : "unavailable";
    return [{ text: `[${label}] ${engine} engine ${why}: ${reason}`, label, strength: Infinity }];
  });
  const all = [...told, ...remarks.map((text) => ({ text, label: "SECURITY" as const, strength: Infinity }))];
  if (all.reduce((total, { text }) => total + bytesOf(text), 2) <= limit) return all.map(({ text }) => text);
  const cut = (count: number, label: string): string =>
    `[${label}] ${count} weaker ${count === 1 ? "line" : "lines"} left out to keep this list within ${Math.floor(limit / 1024)} KiB`;
  const strongest = all.toSorted((a, b) => (a.strength === b.strength ? 0 : b.strength - a.strength));
  let left = limit - 2 - bytesOf(cut(all.length, "SECURITY"));
  const kept = strongest.findIndex(({ text }) => (left -= bytesOf(text)) < 0);
  const chosen = new Set(strongest.slice(0, kept));
  return [...all.filter((one) => chosen.has(one)).map(({ text }) => text), cut(all.length - kept, strongest[kept]?.label ?? "SECURITY")];
}
