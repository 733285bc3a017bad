import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, fearOf, loudLean } from "../facts.ts";
import { nats, silent } from "./weights.ts";
import { many, rounded as round } from "./wording.ts";

/** Of 30 ordinary days of crypto talk on StockTwits (2022, 14,423 posts) none had a U100 below 0.62: few voices are the rule there. */
const FEW = 0.6;
/** With fewer of known age nothing is said of it. */
const DATED = 20;

/** Weak support: who the accounts are; and that nobody was seen acting together. */
export function accountRules(facts: Facts, reliability: number): Rule<Facts>[] {
  const { assessment } = facts;
  const { posts, originals, authors, rarefiedRatio, dated, shared } = assessment;
  const isUnseen = assessment.coordinated.accounts === 0 && !assessment.coAction.unfinished;
  const fear = fearOf(loudLean(facts));
  const few = Math.min(1, Math.max(0, (FEW - rarefiedRatio) / 0.4)) * Math.min(1, originals / 100);
  const young = dated.authors === 0 ? 0 : dated.young / dated.authors;
  const cohort = dated.cohort
    ? `; ${dated.cohort.accounts} were made within 24 h of each other (by chance: p = ${dated.cohort.chance.toExponential(0)})`
    : "";
  const drawn = Math.min(100, originals);
  const options = { label: "SYBIL", reliability, source: "posts" } as const;
  return [
    rule(
      "few_authors",
      {
        ...options,
        severity: 1,
        values: () => ({
          posts,
          originals,
          authors,
          u100: round(rarefiedRatio),
          drawn,
          drawn_authors: Math.round(rarefiedRatio * drawn),
          usual: Math.floor(FEW * drawn),
        }),
      },
      () => rarefiedRatio < FEW && originals >= 30,
      () =>
        `few voices: ${drawn} posts drawn from ${originals} come from ${Math.round(rarefiedRatio * drawn)} accounts (usual: over ${Math.floor(FEW * drawn)})`,
      nats(0, 0.3 * fear, 0.3 * (1 - fear), few),
    ),
    rule(
      "young_accounts",
      { ...options, severity: 1, values: () => ({ posts, dated: dated.authors, young: dated.young, cohort: dated.cohort?.accounts ?? 0 }) },
      () => dated.authors >= DATED && (young > 0.2 || dated.cohort !== undefined),
      () => `${dated.young} of ${dated.authors} accounts of known age are younger than 30 days${cohort}`,
      nats(0, 0.4 * fear, 0.4 * (1 - fear), Math.min(1, Math.max(0, young - 0.2) / 0.5)),
    ),
    rule(
      "coordination",
      { ...options, status: "clear", values: () => ({ posts, authors }) },
      () => isUnseen && shared === undefined,
      () => `no coordination found in ${many(posts, "post")} by ${many(authors, "account")} (groups under 5 accounts can be missed)`,
      silent,
    ),
    rule(
      "coordination",
      {
        ...options,
        status: "inconclusive",
        values: () => ({ posts, authors, shared: shared?.posts ?? 0, accounts: shared?.accounts ?? 0 }),
      },
      () => isUnseen && shared !== undefined,
      () => `${shared?.posts} posts share one text and link; whether they act together is not judged`,
      silent,
    ),
  ];
}
