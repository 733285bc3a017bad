import { type Address, getAddress, type Hex, isAddress, isHex } from "viem";
import { z } from "zod";

/** Bytes as JSON-RPC writes them. */
export const HexText = z.custom<Hex>((value) => isHex(value), "not hex");

/** An address as JSON-RPC writes it, in any case; comes out with its checksum. */
export const AddressText = z
  .custom<Address>((value) => typeof value === "string" && isAddress(value, { strict: false }), "not an address")
  .transform((value) => getAddress(value));
