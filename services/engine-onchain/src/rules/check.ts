import { type Rule, rule } from "@token-sentiment/engine";
import { isTooSmall } from "../depth.ts";
import type { Facts } from "../facts.ts";
import { round, silent } from "./wording.ts";

/** One check of evm.md §6.2. */
export interface Check {
  /** Its number there. */
  id: string;
  /** The code of its signals. */
  code: string;
  /** What is not known when no row applies, e.g. `price drawdown`. */
  subject: string;
  /** Judges a pool, so that one too small to judge silences it. */
  ofPool: boolean;
  rows: readonly Rule<Facts>[];
  /** Why no row applies, where there is more to say than that the window is missing. */
  why?: ((facts: Facts) => string | undefined) | undefined;
}

/** The rules of a check: the first row that applies speaks, and where none does, an unknown line says why. Exactly one signal whatever the facts. */
export function rulesOf({ id, code, subject, ofPool, rows, why }: Check): Rule<Facts>[] {
  const applies = (row: Rule<Facts>, facts: Facts): boolean => !(ofPool && isTooSmall(facts)) && row.when(facts);
  const first = (facts: Facts): Rule<Facts> | undefined => rows.find((row) => applies(row, facts));
  return [
    ...rows.map((row) => ({ ...row, code, options: withWindow(row, { id, ofPool }), when: (facts: Facts) => first(facts) === row })),
    rule<Facts>(
      code,
      { label: "ON-CHAIN", status: "unknown", source: "none", values: () => ({ check: id }) },
      (facts) => first(facts) === undefined,
      (facts) => `${subject} unknown: ${reasonOf(facts, { ofPool, why })}`,
      silent,
    ),
  ];
}

/** Adds the number of the check and the length of its window, hours: the sentence tells both. */
const withWindow = ({ options }: Rule<Facts>, { id, ofPool }: Pick<Check, "id" | "ofPool">): Rule<Facts>["options"] => ({
  ...options,
  values: (facts) => {
    const hours = (ofPool ? facts.day : facts.holders)?.hours;
    return { check: id, ...(hours !== undefined && { hours: round(hours) }), ...options.values?.(facts) };
  },
});

function reasonOf(facts: Facts, { ofPool, why }: Pick<Check, "ofPool" | "why">): string {
  const { snapshot, pool, day, holders } = facts;
  if (snapshot.code === "0x") return "there is no contract";
  if (ofPool && pool === undefined) return `no pool against ${snapshot.chain.coin} is read`;
  if (ofPool && isTooSmall(facts)) return "the pool is too small to judge";
  const own = why?.(facts);
  if (own !== undefined) return own;
  return (ofPool ? day : holders) === undefined ? "no endpoint grants its logs" : "the logs do not say";
}
