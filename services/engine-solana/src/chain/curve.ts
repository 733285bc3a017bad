import { type Address, getAddressDecoder } from "@solana/kit";
import type { Account } from "./account.ts";
import { PUMP, WRAPPED_SOL } from "./addresses.ts";

/** The curve on which pump.fun sells a new token. */
export interface Curve {
  /** All is sold: the token has moved to a pool. */
  complete: boolean;
  /** Of what the curve sells, 0..100. */
  soldPercent: number;
  creator: Address | undefined;
  /** The coin that it is sold for, when it is not SOL. */
  quote: Address | undefined;
}

const DISCRIMINATOR = [23, 183, 248, 55, 96, 216, 172, 96];
const LEAST_BYTES = 49;
const CREATOR_AT = 49;
const QUOTE_AT = 83;
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
    creator: keyIn(data, CREATOR_AT),
    quote: otherThanSol(keyIn(data, QUOTE_AT)),
  };
}

const otherThanSol = (quote: Address | undefined): Address | undefined => (quote === WRAPPED_SOL ? undefined : quote);

/** Zeros where a curve was lengthened, and nobody written there yet. */
function keyIn(data: Uint8Array, at: number): Address | undefined {
  const key = data.subarray(at, at + 32);
  return key.length === 32 && key.some((byte) => byte !== 0) ? getAddressDecoder().decode(key) : undefined;
}
