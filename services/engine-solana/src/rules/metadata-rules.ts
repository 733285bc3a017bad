import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, inUse } from "../facts.ts";
import { columns, silent } from "./weights.ts";

const options = { label: "SECURITY", source: "getMultipleAccounts" } as const;
const fixed = ({ metadata }: Facts): boolean => metadata !== undefined && metadata.changedBy === undefined;
const plain = (symbol: string): string => symbol.trim().replace(/^\$/, "").toUpperCase();
/** A token may call itself anything: only what looks like a symbol is repeated. */
const PRINTABLE = /^[A-Z0-9]{1,12}$/;
const own = ({ metadata }: Facts): string | undefined => (metadata && plain(metadata.symbol) !== "" ? plain(metadata.symbol) : undefined);
const named = (facts: Facts): string =>
  PRINTABLE.test(own(facts) ?? "") ? (own(facts) ?? "") : "another one, of characters that are not repeated here";

/** What the token calls itself, and who can change that. */
export const metadataRules: Rule<Facts>[] = [
  rule<Facts>(
    "metadata",
    { ...options, severity: 1, values: ({ metadata }) => ({ authority: metadata?.changedBy ?? "" }) },
    ({ metadata }) => metadata?.changedBy !== undefined,
    ({ metadata }) => `Token metadata can still be changed (update authority ${metadata?.changedBy})`,
    columns(0.05),
  ),
  rule<Facts>(
    "metadata",
    { ...options, status: "clear", group: "structure" },
    (facts) => fixed(facts) && inUse(facts),
    () => "Token metadata is immutable",
    columns(0, 0.05),
  ),
  rule<Facts>(
    "metadata",
    { ...options, status: "clear", group: "structure" },
    (facts) => fixed(facts) && !inUse(facts),
    () => "Token metadata is immutable",
    silent,
  ),
  rule<Facts>(
    "other_symbol",
    {
      ...options,
      severity: 1,
      values: (facts) => ({ symbol: PRINTABLE.test(own(facts) ?? "") ? (own(facts) ?? "") : "", asked: plain(facts.symbol) }),
    },
    (facts) => own(facts) !== undefined && own(facts) !== plain(facts.symbol),
    (facts) => `On-chain symbol is ${named(facts)}, not the one that was asked for`,
    columns(0.1),
  ),
];
