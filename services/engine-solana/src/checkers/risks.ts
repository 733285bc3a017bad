import type { Report } from "./report.ts";

/** What another rule says in better words, from the chain or from the numbers behind the name. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set([
  "mint authority still enabled",
  "freeze authority still enabled",
  "permanent control enabled",
  "fee config enabled",
  "high transfer fee",
  "mint authority locked",
  "creator history of rugged tokens",
  "large amount of lp unlocked",
  "top 10 holders high ownership",
  "high ownership",
  "high holder concentration",
  "single holder ownership",
  "low liquidity",
]);
/** Names that may be printed: RugCheck publishes no list, and what it sends is not ours to pass on unseen. */
const KNOWN: ReadonlySet<string> = new Set([
  "high holder correlation",
  "low amount of lp providers",
  "low amount of holders",
  "copycat token",
  "high market cap per holder",
  "missing metadata",
  "missing file metadata",
  "mutable metadata",
  "name mismatch",
  "symbol mismatch",
  "lp unlock in",
  "lp vault unlocked",
]);
const LEVELS = { danger: /^danger$/i, warn: /^warn$/i };
const PLAIN = /^[$]?[\d.,]{1,14} ?%?$/;

/** True when RugCheck names that risk; names have no stable ids, so case and space do not count. */
export const namesRisk = ({ risks = [] }: Report, name: string): boolean => risks.some((risk) => nameOf(risk.name) === name);

/**
 * RugCheck's other findings of a level, for people: the names that are known, and how many are not. `unsaid` are names that another rule
 * would say in better words, and this time does not.
 */
export function otherRisks({ risks = [] }: Report, level: keyof typeof LEVELS, unsaid: readonly string[] = []): string[] {
  const isOther = (name: string): boolean => !SAID_OTHERWISE.has(name) || unsaid.includes(name);
  const others = risks.filter((risk) => LEVELS[level].test(risk.level) && isOther(nameOf(risk.name)));
  const named = others.flatMap(({ name, value }) =>
    KNOWN.has(nameOf(name)) || SAID_OTHERWISE.has(nameOf(name)) ? [PLAIN.test(value) ? `${nameOf(name)} ${value}` : nameOf(name)] : [],
  );
  const unnamed = others.length - named.length;
  return unnamed === 0 ? named : [...named, `${unnamed} of a kind that is not known here`];
}

const nameOf = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();
