import type { Address } from "@solana/kit";
import { decodeMint, type Mint } from "@solana-program/token-2022";
import { cpmmPoolOf, openCpmmPool } from "./cpmm-pool.ts";
import { type Holding, holdingsOf } from "./holdings.ts";
import type { SolanaToken } from "./mints.ts";
import type { LedgerMint, SvmLedger } from "./svm-ledger.ts";

/** A token as its checkers see it: read off the ledger, and who it is. */
export interface Listing extends LedgerMint {
  token: SolanaToken;
  state: Mint;
  /** Largest first. */
  holdings: Holding[];
  /** The wallet that made it. */
  creator: Address;
  /** Its only pool, and the mint of the pool's shares. */
  pool: Address;
  lpMint: Address;
}

/** Reads a created token off the ledger. */
export async function listToken(ledger: SvmLedger, token: SolanaToken, created: LedgerMint): Promise<Listing> {
  const { svm, owner } = ledger;
  const account = svm.getAccount(created.mint);
  if (!account.exists) throw new Error(`${token.symbol} is not on the ledger`);
  const holdings = holdingsOf(svm, created);
  const { indexed, lpLockedPct } = token.checked;
  const pool = indexed ? await openCpmmPool(ledger, created, lpLockedPct) : await cpmmPoolOf(created.mint);
  return { ...created, ...pool, token, state: decodeMint(account).data, holdings, creator: owner.address };
}

/** The amount in whole tokens. */
export const inTokens = (amount: bigint, { state }: Listing): number => Number(amount) / 10 ** state.decimals;

/** The part of the supply, 0..1. */
export const shareOf = (amount: bigint, { state }: Listing): number => Number(amount) / Number(state.supply);
