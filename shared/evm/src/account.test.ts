import { numberToHex, type Hex } from "viem";
import { expect, test } from "vitest";
import { accountOf } from "./account.ts";

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const word = (value: number): Hex => numberToHex(value, { size: 32 });
const kindOf = (facts: { code?: Hex; threshold?: Hex; delay?: Hex }, of: Hex = address) =>
  accountOf(of, { code: facts.code ?? "0x60", threshold: facts.threshold, delay: facts.delay }).kind;

test("an address without code is a wallet, also when it delegates", () => {
  expect(kindOf({ code: "0x" })).toBe("wallet");
  expect(kindOf({ code: `0xef0100${"11".repeat(20)}` })).toBe("wallet");
});

test("the burn addresses are nobody", () => {
  expect(kindOf({ code: "0x" }, "0x0000000000000000000000000000000000000000")).toBe("nobody");
  expect(kindOf({ code: "0x" }, "0x000000000000000000000000000000000000dEaD")).toBe("nobody");
});

test("two signatures or two days make a guarded owner, less does not", () => {
  expect(kindOf({ threshold: word(2) })).toBe("safe");
  expect(kindOf({ threshold: word(1) })).toBe("contract");
  expect(kindOf({ delay: word(48 * 3600) })).toBe("timelock");
  expect(kindOf({ delay: word(3600) })).toBe("contract");
});
