import { expect, test } from "vitest";
import { opcodesOf } from "./opcodes.ts";

test("a SELFDESTRUCT that a jump leads to is found", () => {
  // PUSH1 4 JUMP, INVALID, JUMPDEST, CALLER, SELFDESTRUCT
  expect(opcodesOf("0x600456005b33ff").selfDestruct).toBe(true);
});

test("bytes that PUSH carries, and what stands behind the end of the code, are no instructions", () => {
  expect(opcodesOf("0x61ff4200").selfDestruct).toBe(false);
  expect(opcodesOf("0x5f5ff3ff4232").selfDestruct).toBe(false);
  expect(opcodesOf("0x5f5ff3ff4232").environment).toMatchObject({ TIMESTAMP: 0, ORIGIN: 0 });
});

test("a JUMPDEST that nothing pushes leads nowhere", () => {
  expect(opcodesOf("0x005b33ff").selfDestruct).toBe(false);
});

test("reads of the environment are counted", () => {
  expect(opcodesOf("0x42423233433b413a").environment).toEqual({
    ORIGIN: 1,
    EXTCODESIZE: 1,
    TIMESTAMP: 2,
    NUMBER: 1,
    COINBASE: 1,
    GASPRICE: 1,
  });
});

test("a PUSH that is cut off by the end, and no code at all, are read", () => {
  expect(opcodesOf("0x7f42").environment.TIMESTAMP).toBe(0);
  expect(opcodesOf("0x").selfDestruct).toBe(false);
});

test("code that runs another contract's code as its own is told, but not by what PUSH carries", () => {
  expect(opcodesOf("0x5f5f5f5f335af4").delegates).toBe(true);
  expect(opcodesOf("0x5f5f5f5f5f335af2").delegates).toBe(true);
  expect(opcodesOf("0x61f4f200").delegates).toBe(false);
});
