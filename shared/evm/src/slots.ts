import { type Address, concatHex, type Hex, numberToHex, pad, size, slice } from "viem";
import { addressIn, HexText } from "./hex.ts";
import type { RpcCall } from "./json-rpc.ts";

/** keccak-derived slots of known standards. */
const NAMED = {
  /** EIP-1967. */
  implementation: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
  admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
  beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
  /** EIP-1822. */
  proxiable: "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  /** ZeppelinOS, before EIP-1967. */
  zos: "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
  /** OpenZeppelin's namespaced Ownable. */
  owner: "0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300",
} as const satisfies Record<string, Hex>;

/** The first slots, where compilers put a contract's own variables. */
const PLAIN = Array.from({ length: 16 }, (_, slot) => numberToHex(slot, { size: 32 }));
const SLOTS: readonly Hex[] = [...Object.values(NAMED), ...PLAIN];

/** A slot that a standard gives a meaning: no balance is kept there. */
export const isNamedSlot = (slot: Hex): boolean => Object.values<Hex>(NAMED).includes(slot);

/** Answers the storage words whose slots are its calldata; storage stays when code is overridden. */
const BULK_SLOAD = "0x5f5b8035548152602001368110600157365ff3";

/** All slots of interest in one `eth_call` (T1). */
export const slotsCall = (token: Address, block: string): RpcCall => ({
  method: "eth_call",
  params: [{ to: token, data: concatHex(SLOTS) }, block, { [token]: { code: BULK_SLOAD } }],
});

/** The same, slot by slot, where a node cannot put code in place. */
export const slotCalls = (token: Address, block: string): RpcCall[] =>
  SLOTS.map((slot) => ({ method: "eth_getStorageAt", params: [token, slot, block] }));

/** The words of `slotCalls` as `slotsCall` answers them. */
export const joinSlots = (words: readonly unknown[]): Hex => concatHex(words.map((word) => pad(HexText.parse(word))));

/** What the slots hold. */
export interface Slots {
  implementation: Address | undefined;
  /** The standard whose slot names the implementation. */
  standard: "EIP-1967" | "EIP-1822" | "ZeppelinOS" | undefined;
  admin: Address | undefined;
  beacon: Address | undefined;
  owner: Address | undefined;
  /** Addresses among the first sixteen words. */
  plain: Address[];
}

/** Below this a word is a number, not an address. */
const SMALLEST_ADDRESS = 2n ** 90n;

/** Reads the answer of `slotsCall`, or of `joinSlots`. */
export function readSlots(result: unknown): Slots {
  const bytes = HexText.parse(result);
  const words = SLOTS.map((_, index) => (size(bytes) >= 32 * (index + 1) ? slice(bytes, 32 * index, 32 * (index + 1)) : "0x"));
  const named = (slot: keyof typeof NAMED) => addressIn(words[Object.keys(NAMED).indexOf(slot)] ?? "0x");
  const standard = (["EIP-1967", "EIP-1822", "ZeppelinOS"] as const).find((_, index) => {
    const slot = (["implementation", "proxiable", "zos"] as const)[index];
    return slot !== undefined && named(slot) !== undefined;
  });
  return {
    implementation: named("implementation") ?? named("proxiable") ?? named("zos"),
    standard,
    admin: named("admin"),
    beacon: named("beacon"),
    owner: named("owner"),
    plain: words.slice(-PLAIN.length).flatMap((word) => plainAddress(word) ?? []),
  };
}

/** An address that fills a word, or shares it with a flag below or small numbers above, as compilers pack them. */
function plainAddress(word: Hex): Address | undefined {
  if (size(word) !== 32) return undefined;
  const value = BigInt(word);
  const [above, flag] = [value >> 160n, value & 0xffn];
  const packed = above > 0n && above <= 0xffn && flag <= 1n ? value >> 8n : above < 2n ** 32n ? value & (2n ** 160n - 1n) : 0n;
  return packed > SMALLEST_ADDRESS ? addressIn(numberToHex(packed, { size: 32 })) : undefined;
}
