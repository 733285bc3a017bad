import { type Address, encodeAbiParameters, type Hex, keccak256, numberToHex } from "viem";
import { z } from "zod";
import { HexText } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { isNamedSlot } from "./slots.ts";
import { views } from "./views.ts";

const Listed = z.object({
  accessList: z.array(z.object({ address: HexText.transform((address) => address.toLowerCase()), storageKeys: z.array(HexText) })),
});

/** Which storage `balanceOf(holder)` reads (T9). */
export const readsOfBalanceCall = (token: Address, holder: Address, block: string): RpcCall => ({
  method: "eth_createAccessList",
  params: [{ ...views.balanceOf(token, holder), from: holder, gas: "0x7a120" }, block],
});

/** OpenZeppelin's namespaced ERC-20 (ERC-7201). */
const NAMESPACED: Hex = "0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00";
const POSITIONS = [...Array.from({ length: 16 }, (_, slot) => numberToHex(slot, { size: 32 })), NAMESPACED];
const pairOf = (a: Hex, b: Hex): Hex => keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "bytes32" }], [a, b]));
const MOST_LISTED = 6;
/** Every slot gets a number of its own: the one that comes back names the slot. */
const MARK = 2n ** 64n;

interface Trial {
  slots: Hex[];
  call: RpcCall;
}

/** Which slots may hold the holder's balance: Solidity's and Vyper's mapping of each early position in one call, and each slot that was read in one of its own. */
export function balanceSlotTrials(
  { token, holder, listed }: { token: Address; holder: Address; listed: Answer | undefined },
  block: string,
): Trial[] {
  const key = numberToHex(BigInt(holder), { size: 32 });
  const usual = POSITIONS.flatMap((position) => [pairOf(key, position), pairOf(position, key)]);
  const answered = listed?.kind === "ok" ? Listed.safeParse(listed.result).data : undefined;
  const keys = answered?.accessList.find(({ address }) => address === token.toLowerCase())?.storageKeys ?? [];
  const others = keys.filter((slot) => !isNamedSlot(slot) && !usual.includes(slot)).slice(0, MOST_LISTED);
  return [usual, ...others.map((slot) => [slot])].map((slots) => {
    const stateDiff = Object.fromEntries(slots.map((slot, index) => [slot, numberToHex(MARK + BigInt(index), { size: 32 })]));
    return { slots, call: { method: "eth_call", params: [views.balanceOf(token, holder), block, { [token]: { stateDiff } }] } };
  });
}

/** The slot whose number came back; undefined: the balance is kept in another way. */
export function balanceSlotIn(trials: readonly Trial[], answers: readonly (Answer | undefined)[]): Hex | undefined {
  for (const [index, { slots }] of trials.entries()) {
    const answer = answers[index];
    const word = answer?.kind === "ok" ? HexText.safeParse(answer.result).data : undefined;
    const marked = word?.length === 66 ? BigInt(word) - MARK : -1n;
    if (marked >= 0n && marked < BigInt(slots.length)) return slots[Number(marked)];
  }
  return undefined;
}
