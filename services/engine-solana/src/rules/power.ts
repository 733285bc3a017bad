import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, mintOf } from "../facts.ts";
import type { Mint } from "../chain/mint.ts";
import { columns } from "./weights.ts";

/** A power that a mint leaves to somebody. */
export interface Power {
  code: string;
  /** Of the same fact as others tell it. */
  group?: string;
  severity: 1 | 2 | 3;
  /** Column C of the check list, and W. */
  c: number;
  w?: number;
  held: (mint: Mint) => boolean;
  text: (mint: Mint) => string;
  values?: (mint: Mint) => Record<string, string | boolean>;
}

/** Nobody can transfer: as the mint says, and as the simulator sees. */
export const REFUSAL = "transfer_refused";

/** Of a known issuer a power weighs half, and all of them together not more than 0.2 in the check list's scale. */
const KNOWN_ISSUER_MOST = 0.1;

/** The rows of a power: as it is, and in the hands of a known issuer. */
export function powerRules({ code, group, severity, c, w = 0, held, text, values }: Power): Rule<Facts>[] {
  const holds = (facts: Facts): boolean => {
    const mint = mintOf(facts);
    return mint !== undefined && held(mint);
  };
  const say = (facts: Facts): string => {
    const mint = mintOf(facts);
    return mint ? text(mint) : "";
  };
  const options = {
    label: "SECURITY",
    source: "getMultipleAccounts",
    values: (facts: Facts) => {
      const mint = mintOf(facts);
      return mint ? (values?.(mint) ?? {}) : {};
    },
  } as const;
  return [
    rule<Facts>(
      code,
      { ...options, severity, ...(group !== undefined && { group }) },
      (facts) => holds(facts) && !facts.knownIssuer,
      say,
      columns(c, 0, w),
    ),
    rule<Facts>(
      code,
      { ...options, severity: 1, group: "known_issuer" },
      (facts) => holds(facts) && facts.knownIssuer,
      (facts) => `${say(facts)} (known issuer)`,
      columns(Math.min(c / 2, KNOWN_ISSUER_MOST)),
    ),
  ];
}
