import { type Address, getAddressDecoder, getAddressEncoder } from "@solana/kit";
import type { LiteSVM } from "litesvm";
import type { LedgerMint } from "./svm-ledger.ts";

/** One account that holds a token. */
export interface Holding {
  account: Address;
  owner: Address;
  amount: bigint;
}

const TOKEN_ACCOUNT_BYTES = 165;

/** Every account that holds a mint, largest first. */
export function holdingsOf(svm: LiteSVM, { mint, program }: LedgerMint): Holding[] {
  const keys = getAddressDecoder();
  const mintBytes = getAddressEncoder().encode(mint);
  return svm
    .getProgramAccounts(program)
    .filter(({ data }) => data.length >= TOKEN_ACCOUNT_BYTES && mintBytes.every((byte, index) => data[index] === byte))
    .map(({ address: account, data }) => ({
      account,
      owner: keys.decode(data, 32),
      amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true),
    }))
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
}
