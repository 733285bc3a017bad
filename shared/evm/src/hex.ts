import { type Address, getAddress, type Hex, isAddress, isHex, size, slice } from "viem";
import { z } from "zod";

/** Bytes as JSON-RPC writes them. */
export const HexText = z.custom<Hex>((value) => isHex(value), "not hex");

/** An address as JSON-RPC writes it, in any case; comes out with its checksum. */
export const AddressText = z
  .custom<Address>((value) => typeof value === "string" && isAddress(value, { strict: false }), "not an address")
  .transform((value) => getAddress(value));

/** Quantities as JSON-RPC writes them; no digits at all are none. */
export const Quantity = HexText.refine((value) => size(value) > 0, "no quantity").transform(BigInt);

/** The address in a 32-byte word, or undefined when the word is zero or no address. */
export function addressIn(word: Hex): Address | undefined {
  if (word.length !== 66 || !word.startsWith(`0x${"0".repeat(24)}`) || BigInt(word) === 0n) return undefined;
  return getAddress(slice(word, 12));
}
