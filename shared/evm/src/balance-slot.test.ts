import { encodeAbiParameters, type Hex, keccak256, numberToHex } from "viem";
import { expect, test } from "vitest";
import { balanceSlotIn, balanceSlotTrials } from "./balance-slot.ts";
import type { Answer } from "./json-rpc.ts";

const token = "0x1111111111111111111111111111111111111111";
const holder = "0x00000000000000000000000000000000c0ffee03";
const own: Hex = `0x${"ab".repeat(32)}`;
const implementation = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const listed: Answer = {
  kind: "ok",
  result: { accessList: [{ address: token.toUpperCase().replace("0X", "0x"), storageKeys: [implementation, own] }] },
};
const asked = balanceSlotTrials({ token, holder, listed }, "0x1");
const mappingAt = (position: bigint): Hex => keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [holder, position]));
/** A node whose token reads its balance from that slot. */
const answers = (slot: Hex): Answer[] =>
  asked.map(({ slots }) => {
    const index = slots.indexOf(slot);
    return { kind: "ok", result: numberToHex(index < 0 ? 0n : 2n ** 64n + BigInt(index), { size: 32 }) };
  });

test("the slot whose mark comes back is the balance's: an early mapping, or one that was seen to be read", () => {
  expect(balanceSlotIn(asked, answers(mappingAt(3n)))).toBe(mappingAt(3n));
  expect(balanceSlotIn(asked, answers(own))).toBe(own);
});

test("the slot of a proxy's implementation is never overwritten", () => {
  expect(asked.flatMap(({ slots }) => slots)).not.toContain(implementation);
});

test("a balance that is computed, and a node that refuses, leave the slot unknown", () => {
  expect(balanceSlotIn(asked, answers("0x00"))).toBeUndefined();
  expect(
    balanceSlotIn(
      asked,
      asked.map((): Answer => ({ kind: "unsupported" })),
    ),
  ).toBeUndefined();
});

test("without an access list the usual places are tried", () => {
  expect(balanceSlotTrials({ token, holder, listed: undefined }, "0x1")).toHaveLength(1);
});
