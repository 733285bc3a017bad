import type { ChainId } from "@token-sentiment/contract";
import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex } from "@noble/hashes/utils";
import { base58 } from "@scure/base";

/** The address in the form in which addresses are compared, or what would fit. */
export type AddressCheck = { address: string } | { problem: string };

/** The checksum spelling of EIP-55: a letter is upper case when its nibble of keccak256(lower-case hex) is at least 8. */
function checksummed(lower: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(lower)));
  return lower.replaceAll(/[a-f]/g, (letter, index: number) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

function evmAddress(text: string): AddressCheck {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (hex === undefined) return { problem: "an address on this chain is 0x and 40 hex digits" };
  const lower = hex.toLowerCase();
  const mixed = hex !== lower && hex !== hex.toUpperCase();
  if (mixed && hex !== checksummed(lower))
    return { problem: "its upper and lower case do not match its checksum (EIP-55): check it, or send it in lower case" };
  return { address: `0x${lower}` };
}

function solanaAddress(text: string): AddressCheck {
  const problem = "an address on Solana is 32 bytes in base58";
  if (text.length < 32 || text.length > 44) return { problem };
  try {
    return base58.decode(text).length === 32 ? { address: text } : { problem };
  } catch {
    return { problem };
  }
}

/** Checks a contract address against its chain. EVM addresses come back in lower case; a Solana address is never changed. */
export const tokenAddress = (chain: ChainId, text: string): AddressCheck => (chain === "solana" ? solanaAddress(text) : evmAddress(text));
