import { expect, test } from "vitest";
import { refusalIn } from "./refusal.ts";

const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const HOOK = "ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc";

test("the innermost program that gave up is named, with its number", () => {
  const logs = [`Program ${TOKEN_2022} invoke [1]`, `Program ${TOKEN_2022} failed: custom program error: 0x25`];
  expect(refusalIn(logs, undefined)).toEqual({ by: TOKEN_2022, error: 0x25 });
  expect(refusalIn([`Program ${TOKEN_2022} failed: invalid account data for instruction`], undefined)).toEqual({ by: TOKEN_2022 });
  expect(refusalIn([], HOOK)).toEqual({ by: "" });
});

test("a hook that has another program fail for it has refused all the same", () => {
  const logs = [
    `Program ${HOOK} invoke [2]`,
    `Program ${MEMO} failed: custom program error: 0x43`,
    `Program ${HOOK} failed: custom program error: 0x43`,
    `Program ${TOKEN_2022} failed: custom program error: 0x43`,
  ];
  expect(refusalIn(logs, HOOK)).toEqual({ by: HOOK, error: 0x43 });
  expect(refusalIn(logs.slice(0, 2), HOOK)).toEqual({ by: MEMO, error: 0x43 });
});

test("what a program logs itself is nobody's failure", () => {
  const logs = [
    `Program log: Program ${TOKEN_2022} failed: custom program error: 0x25`,
    `Program ${HOOK} failed: custom program error: 0x1`,
  ];
  expect(refusalIn(logs, undefined)).toEqual({ by: HOOK, error: 1 });
});
