import type { Address } from "@solana/kit";
import type { Concentration } from "./checkers/concentration.ts";
import type { Locked } from "./checkers/locked.ts";
import type { Report } from "./checkers/report.ts";
import type { Mint } from "./chain/mint.ts";
import { feeIn, type Fee } from "./chain/mint.ts";

/** What the chain said. */
export type ChainFacts =
  | { kind: "mint"; mint: Mint; slot: number; epoch: bigint }
  | { kind: "other"; what: string }
  | { kind: "unread"; why: string };

/** What a checker said. `off`: no URL is configured. `unknown`: it does not know the token. */
export type CheckerFacts<T> = { kind: "answered"; answer: T } | { kind: "off" } | { kind: "unknown" } | { kind: "missing"; why: string };

/** Who holds it, and who says so. */
export interface HolderFacts extends Concentration {
  source: "rugcheck" | "goplus";
}

/** Everything the rules speak about. */
export interface Facts {
  address: Address;
  chain: ChainFacts;
  rugcheck: CheckerFacts<Report>;
  /** Undefined when nobody could say; `holdersWhy` says why. */
  holders: HolderFacts | undefined;
  holdersWhy: string;
  /** Owners altogether; undefined when not known. */
  holderCount: number | undefined;
  /** In all pools, USD; undefined when not known. */
  liquidityUsd: number | undefined;
  locked: Locked | undefined;
  /** An issuer that others vouch for: its powers are what it runs the coin with. */
  knownIssuer: boolean;
}

/** The mint, when the chain was read and it is one. */
export const mintOf = ({ chain }: Facts): Mint | undefined => (chain.kind === "mint" ? chain.mint : undefined);

/** RugCheck's report, of whatever is a token. */
export const reportOf = ({ chain, rugcheck }: Facts): Report | undefined =>
  chain.kind !== "other" && rugcheck.kind === "answered" ? rugcheck.answer : undefined;

/** The transfer fee of this epoch and the next one, when there is another. */
export function feesOf({ chain }: Facts): { authority: Address | undefined; now: Fee; next: Fee | undefined; epoch: bigint } | undefined {
  if (chain.kind !== "mint" || !chain.mint.transferFee) return undefined;
  const { transferFee } = chain.mint;
  const now = feeIn(chain.epoch, transferFee);
  return { authority: transferFee.authority, now, next: now === transferFee.newer ? undefined : transferFee.newer, epoch: chain.epoch };
}

const LIQUIDITY_USD = 10_000;
const HOLDERS = 100;
/** A token in use: only then do clean facts speak for it, for a dead one is structurally clean as well (solana.md, 8). */
export const inUse = (facts: Facts): boolean =>
  (facts.liquidityUsd ?? 0) >= LIQUIDITY_USD && (facts.holderCount ?? 0) >= HOLDERS && mintOf(facts)?.unread.length === 0;
