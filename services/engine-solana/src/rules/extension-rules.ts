import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, mintOf } from "../facts.ts";
import { powerRules } from "./power.ts";
import { columns, silent } from "./weights.ts";

const source = "getMultipleAccounts";
/** Confidential balances, fees and minting. */
const CONFIDENTIAL = [4, 16, 24];
const confidential = (facts: Facts): number[] => (mintOf(facts)?.extensions ?? []).filter((type) => CONFIDENTIAL.includes(type));
const unread = (facts: Facts): string => [...new Set(mintOf(facts)?.unread)].slice(0, 8).join(", ");
const times = (factor: number | undefined): string =>
  factor === undefined || !Number.isFinite(factor) ? "an odd number" : String(Number(factor.toPrecision(6)));

/** What extensions do to the balances that people see, and extensions that nobody here knows. */
export const extensionRules: Rule<Facts>[] = [
  ...powerRules({
    code: "scaled_ui",
    severity: 1,
    c: 0.05,
    w: 0.1,
    held: ({ scaled }) => scaled !== undefined && (scaled.authority !== undefined || scaled.newMultiplier !== 1),
    text: ({ scaled }) =>
      `Displayed balances are scaled by ${times(scaled?.newMultiplier)}, and the factor ${scaled?.authority === undefined ? "is fixed" : "can change"}`,
    values: ({ scaled }) => ({
      multiplier: String(scaled?.multiplier),
      new_multiplier: String(scaled?.newMultiplier),
      authority: scaled?.authority ?? "",
    }),
  }),
  ...powerRules({
    code: "interest",
    severity: 1,
    c: 0.05,
    w: 0.1,
    held: ({ interest }) => interest !== undefined && (interest.authority !== undefined || interest.basisPoints !== 0),
    text: ({ interest }) =>
      `Displayed balances grow by ${((interest?.basisPoints ?? 0) / 100).toFixed(2)}% a year, and the rate ${interest?.authority === undefined ? "is fixed" : "can change"}`,
    values: ({ interest }) => ({ rate_bps: String(interest?.basisPoints), authority: interest?.authority ?? "" }),
  }),
  rule<Facts>(
    "confidential",
    { label: "SECURITY", severity: 1, source, values: (facts) => ({ types: confidential(facts).join(", ") }) },
    (facts) => confidential(facts).length > 0,
    () => "Confidential transfers are enabled: part of the balances may be hidden from holder statistics",
    columns(0, 0, 0.1),
  ),
  ...powerRules({
    code: "permissioned_burn",
    severity: 1,
    c: 0.05,
    held: ({ burnAuthority }) => burnAuthority !== undefined,
    text: ({ burnAuthority }) => `Burning needs the approval of ${burnAuthority}`,
    values: ({ burnAuthority = "" }) => ({ authority: burnAuthority }),
  }),
  rule<Facts>(
    "unknown_extension",
    { label: "SECURITY", status: "unknown", source, values: (facts) => ({ types: unread(facts) }) },
    (facts) => (mintOf(facts)?.unread.length ?? 0) > 0,
    (facts) => `Token-2022 extension type(s) ${unread(facts)} not recognised: not cleared`,
    silent,
  ),
];
