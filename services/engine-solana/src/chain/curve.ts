import { type Address, getAddressDecoder } from "@solana/kit";
import type { Account } from "./account.ts";
import { PUMP } from "./addresses.ts";

/** The curve on which pump.fun sells a new token. */
export interface Curve {
  /** All is sold: the token has moved to a pool. */
  complete: boolean;
  /** Of what the curve sells, 0..100. */
  soldPercent: number;
  creator: Address | undefined;
}

const DISCRIMINATOR = [23, 183, 248, 55, 96, 216, 172, 96];
const LEAST_BYTES = 49;
const CREATOR_AT = 49;
/** A curve begins with 793.1 million of a billion tokens to sell. */
const ON_SALE = 0.7931;

/** Reads a curve by offsets, for the account grows over time; undefined when it is none. Never throws. */
export function curveOf(account: Account | undefined): Curve | undefined {
  if (!account || account.program !== PUMP || account.data.length < LEAST_BYTES) return undefined;
  const { data } = account;
  if (!DISCRIMINATOR.every((byte, index) => data[index] === byte)) return undefined;
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const left = Number(bytes.getBigUint64(24, true));
  const onSale = Number(bytes.getBigUint64(40, true)) * ON_SALE;
  return {
    complete: data[48] === 1,
    soldPercent: onSale > 0 ? Math.min(100, Math.max(0, 100 * (1 - left / onSale))) : 0,
    creator: creatorIn(data),
  };
}

/** Zeros where a curve was lengthened, and its creator not written yet. */
function creatorIn(data: Uint8Array): Address | undefined {
  const key = data.subarray(CREATOR_AT, CREATOR_AT + 32);
  return key.length === 32 && key.some((byte) => byte !== 0) ? getAddressDecoder().decode(key) : undefined;
}
