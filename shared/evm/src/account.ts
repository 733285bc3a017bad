import { type Address, getAddress, type Hex, isAddressEqual, size } from "viem";

/** Who may stand behind an address. `wallet`: one key. `safe`, `timelock`: a contract that several keys or a delay guard. */
export interface Account {
  address: Address;
  kind: "nobody" | "wallet" | "safe" | "timelock" | "contract";
}

/** What the chain says of an address. */
export interface AccountFacts {
  code: Hex;
  /** Answer of `getThreshold()`. */
  threshold: Hex | undefined;
  /** Answer of `getMinDelay()` or `delay()`, seconds. */
  delay: Hex | undefined;
}

const ZERO: Address = "0x0000000000000000000000000000000000000000";
const DEAD: Address = "0x000000000000000000000000000000000000dEaD";
const ONE: Address = "0x0000000000000000000000000000000000000001";

/** Addresses whose key nobody has. */
export const isNobody = (address: Address): boolean => [ZERO, DEAD, ONE].some((burned) => isAddressEqual(burned, address));

/** EIP-7702: a wallet that delegates has this and 20 bytes as its code, and is a wallet still. */
export const isDelegation = (code: Hex): boolean => code.toLowerCase().startsWith("0xef0100") && size(code) === 23;

/** EIP-1167: code that forwards to one implementation for ever. */
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/;

/** What a minimal proxy forwards to; undefined for any other code. */
export function minimalTarget(code: Hex): Address | undefined {
  const target = MINIMAL_PROXY.exec(code)?.[1];
  return target === undefined ? undefined : getAddress(`0x${target}`);
}

/** A delay below this does not give holders the time to leave. */
const TIMELOCK_SECONDS = 48n * 3600n;

/** Names what stands behind an address. A contract that claims a delay of 48 h or two signatures is believed: it proves neither. */
export function accountOf(address: Address, { code, threshold, delay }: AccountFacts): Account {
  if (isNobody(address)) return { address, kind: "nobody" };
  if (code === "0x" || isDelegation(code)) return { address, kind: "wallet" };
  if (word(threshold) >= 2n) return { address, kind: "safe" };
  if (word(delay) >= TIMELOCK_SECONDS) return { address, kind: "timelock" };
  return { address, kind: "contract" };
}

const word = (data: Hex | undefined): bigint => (data !== undefined && size(data) === 32 ? BigInt(data) : 0n);
