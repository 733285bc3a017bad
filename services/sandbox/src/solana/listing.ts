import { type Address, getAddressDecoder, getAddressEncoder } from "@solana/kit";
import { decodeMint, type Mint } from "@solana-program/token-2022";
import type { SolanaToken } from "./mints.ts";
import type { LedgerMint, SvmLedger } from "./svm-ledger.ts";

/** One account that holds a token. */
interface Holding {
  account: Address;
  owner: Address;
  amount: bigint;
}

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

const TOKEN_ACCOUNT_BYTES = 165;

/** Reads a created token off the ledger. */
export async function listToken({ svm, owner, wallet }: SvmLedger, token: SolanaToken, created: LedgerMint): Promise<Listing> {
  const account = svm.getAccount(created.mint);
  if (!account.exists) throw new Error(`${token.symbol} is not on the ledger`);
  const keys = getAddressDecoder();
  const mintBytes = getAddressEncoder().encode(created.mint);
  const holdings = svm
    .getProgramAccounts(created.program)
    .filter(({ data }) => data.length >= TOKEN_ACCOUNT_BYTES && mintBytes.every((byte, index) => data[index] === byte))
    .map(({ address: at, data }) => ({
      account: at,
      owner: keys.decode(data, 32),
      amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true),
    }))
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
  const [pool, lpMint] = [await wallet(`${token.symbol} pool`), await wallet(`${token.symbol} pool shares`)];
  return { ...created, token, state: decodeMint(account).data, holdings, creator: owner.address, pool, lpMint };
}

/** The amount in whole tokens. */
export const inTokens = (amount: bigint, { state }: Listing): number => Number(amount) / 10 ** state.decimals;

/** The part of the supply, 0..1. */
export const shareOf = (amount: bigint, { state }: Listing): number => Number(amount) / Number(state.supply);
