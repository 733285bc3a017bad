import type { Address } from "@solana/kit";
import type { Curve } from "./chain/curve.ts";
import type { TokenMetadata } from "./chain/metadata.ts";
import { feeIn, type Fee, type Mint } from "./chain/mint.ts";
import type { Concentration } from "./checkers/concentration.ts";
import type { GoplusToken } from "./checkers/goplus-answer.ts";
import type { Locked } from "./checkers/locked.ts";
import type { Report } from "./checkers/report.ts";
import type { LaunchFacts } from "./launch/bundle.ts";
import type { SimulationFacts } from "./simulation/simulate.ts";

/** What the chain said. */
export type ChainFacts =
  | { kind: "mint"; mint: Mint; slot: number; epoch: bigint }
  | { kind: "other"; what: string }
  | { kind: "unread"; why: string };

/** What a checker said. `off`: no URL is configured, or there was nothing to ask. `unknown`: it does not know the token. */
export type CheckerFacts<T> =
  /** `at`: when it was said, when that is not now, epoch ms. `unfinished`: it will know more soon. */
  | { kind: "answered"; answer: T; at?: number; unfinished?: boolean }
  | { kind: "off" }
  | { kind: "unknown" }
  | { kind: "missing"; why: string };

/** Who says who holds it: a node that was asked for holders, or a checker. */
export type HolderSource = "getTokenLargestAccounts" | "rugcheck" | "goplus";

/** Who holds it, and who says so. */
export interface HolderFacts extends Concentration {
  source: HolderSource;
}

/** Who launched it, and what is left with them. */
export interface CreatorFacts {
  address: Address;
  /** Percent of the supply. */
  percent: number;
  source: HolderSource;
}

/** Everything the rules speak about. */
export interface Facts {
  address: Address;
  /** The symbol that was asked for, upper case. */
  symbol: string;
  chain: ChainFacts;
  /** Undefined when there is none, or the chain was not read. */
  metadata: TokenMetadata | undefined;
  curve: Curve | undefined;
  simulation: SimulationFacts;
  rugcheck: CheckerFacts<Report>;
  goplus: CheckerFacts<GoplusToken>;
  /** Undefined when nobody could say; `holdersWhy` says why. */
  holders: HolderFacts | undefined;
  holdersWhy: string;
  /** Undefined when nobody knows who made it, or what they hold. */
  creator: CreatorFacts | undefined;
  /** Owners altogether; undefined when not known. */
  holderCount: number | undefined;
  /** In all pools, USD; undefined when not known. */
  liquidityUsd: number | undefined;
  locked: Locked | undefined;
  /** Its pools hold positions: there are no shares that could be locked. */
  positionsOnly: boolean;
  launch: LaunchFacts;
  /** An issuer that others vouch for: its powers are what it runs the coin with. */
  knownIssuer: boolean;
}

/** The mint, when the chain was read and it is one. */
export const mintOf = ({ chain }: Facts): Mint | undefined => (chain.kind === "mint" ? chain.mint : undefined);

/** RugCheck's report, of whatever is a token. */
export const reportOf = ({ chain, rugcheck }: Facts): Report | undefined =>
  chain.kind !== "other" && rugcheck.kind === "answered" ? rugcheck.answer : undefined;

/** What GoPlus says, of whatever is a token. */
export const goplusOf = ({ chain, goplus }: Facts): GoplusToken | undefined =>
  chain.kind !== "other" && goplus.kind === "answered" ? goplus.answer : undefined;

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
