import { address } from "@solana/kit";
import { observeRules } from "@token-sentiment/engine";
import type { Mint } from "../src/chain/mint.ts";
import { Report } from "../src/checkers/report.ts";
import type { Facts, HolderFacts } from "../src/facts.ts";
import { rules } from "../src/rules/rules.ts";

/** An address that means nothing. */
export const SOMEBODY = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const plain: Mint = { mintAuthority: undefined, freezeAuthority: undefined, supply: 1n, decimals: 6, extensions: [], unread: [] };
/** Holders that are many. */
export const spread: HolderFacts = {
  top10: 20,
  owners: 10,
  largest: 5,
  walletsTop10: 20,
  walletsLargest: 5,
  pools: 0,
  burned: 0,
  insiders: 0,
  equal: undefined,
  source: "rugcheck",
};
/** A report of RugCheck with those fields. */
export const report = (fields: object = {}): Facts["rugcheck"] => ({
  kind: "answered",
  answer: Report.parse({ mint: SOMEBODY, ...fields }),
});
/** A plain token in use, as far as it is not said to be otherwise. */
const facts = (mint: Partial<Mint> = {}, change: Partial<Facts> = {}): Facts => ({
  address: SOMEBODY,
  symbol: "TEST",
  metadata: undefined,
  curve: undefined,
  simulation: { kind: "off" },
  goplus: { kind: "off" },
  creator: undefined,
  positionsOnly: false,
  launch: { kind: "off" },
  chain: { kind: "mint", mint: { ...plain, ...mint }, slot: 1, epoch: 835n },
  rugcheck: report({ totalHolders: 500 }),
  holders: spread,
  holdersWhy: "",
  holderCount: 500,
  liquidityUsd: 50_000,
  locked: undefined,
  knownIssuer: false,
  ...change,
});
/** What the rules say of a plain token in use that differs in so much. */
export const observe = (mint?: Partial<Mint>, change?: Partial<Facts>) => observeRules(rules, facts(mint, change), { observedAt: 1 });
/** The same, of one code. */
export const one = (code: string, ...about: Parameters<typeof observe>) => observe(...about).filter((signal) => signal.code === code);
/** How much of it all speaks for the token. */
export const support = (...about: Parameters<typeof observe>) => observe(...about).reduce((sum, { weights }) => sum + weights.false_fud, 0);

/** The chain could not be asked. */
export const unread = { chain: { kind: "unread", why: "HTTP 503" } } as const;
