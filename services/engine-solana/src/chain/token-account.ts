import { type Address, getAddressDecoder } from "@solana/kit";
import { type Account, isTokenProgram } from "./account.ts";

/** Where mint, owner and amount of a token account end. */
export const HOLDING_BYTES = 109;

/** Who holds how much of what. */
export interface Holding {
  mint: Address;
  owner: Address;
  /** In the smallest unit. */
  amount: bigint;
}

/** Reads the beginning of a token account; undefined when it is none. Never throws. */
export function holdingOf(account: Account | undefined): Holding | undefined {
  if (!account || !isTokenProgram(account.program) || account.data.length < HOLDING_BYTES) return undefined;
  const { data } = account;
  const addresses = getAddressDecoder();
  const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true);
  return { mint: addresses.decode(data, 0), owner: addresses.decode(data, 32), amount };
}
