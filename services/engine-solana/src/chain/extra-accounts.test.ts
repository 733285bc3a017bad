import { address } from "@solana/kit";
import { assert, asyncProperty, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { accountOf, seedOf } from "./addresses.ts";
import { EXECUTE, extraAccounts, type HookCall } from "./extra-accounts.ts";

const HOOK = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const OWNER = address("64AeW12cWDCLU6Z9moJwGq4dBAAJkoUrjv2vX2wj6FFi");
const call: HookCall = {
  program: HOOK,
  keys: [OWNER, HOOK, OWNER, OWNER, OWNER],
  data: [Uint8Array.from([1, 2, 3, 4, 5]), undefined, undefined, undefined, undefined],
  instruction: Uint8Array.from([...EXECUTE, 9, 8, 7, 6, 5, 4, 3, 2]),
};
const entry = (kind: number, config: readonly number[], [signer, writable] = [0, 0]): number[] => [
  kind,
  ...config,
  ...Array.from({ length: 32 - config.length }, () => 0),
  signer,
  writable,
];
const list = (...entries: number[][]): Uint8Array => Uint8Array.from([...EXECUTE, 0, 0, 0, 0, entries.length, 0, 0, 0, ...entries.flat()]);

test("an account is named by its address, or by seeds of every kind", async () => {
  const literal = entry(0, [...seedOf(OWNER)], [0, 1]);
  const seeds = entry(1, [1, 2, 0x61, 0x62, 2, 8, 2, 3, 1, 4, 0, 1, 3]);
  const ofOther = entry(128 + 1, [1, 1, 0x7a]);
  expect(await extraAccounts(list(literal, seeds, ofOther), call)).toEqual([
    { address: OWNER, isSigner: false, isWritable: true },
    {
      address: await accountOf(HOOK, "ab", Uint8Array.from([9, 8]), seedOf(HOOK), Uint8Array.from([2, 3, 4])),
      isSigner: false,
      isWritable: false,
    },
    { address: await accountOf(HOOK, "z"), isSigner: false, isWritable: false },
  ]);
});

test("what is found first can name what follows", async () => {
  const found = await extraAccounts(list(entry(0, [...seedOf(HOOK)]), entry(1, [3, 5])), call);
  expect(found?.[1]?.address).toBe(await accountOf(HOOK, seedOf(HOOK)));
});

test("what cannot be derived makes all of it unknown: bytes that are not there, kinds that are not known", async () => {
  for (const broken of [
    entry(1, [4, 1, 0, 4]),
    entry(1, [4, 0, 3, 4]),
    entry(1, [3, 9]),
    entry(1, [9]),
    entry(7, []),
    entry(200, [1, 1, 1]),
    entry(1, [1, 40, 1]),
  ]) {
    expect(await extraAccounts(list(broken), call)).toBeUndefined();
  }
  expect(await extraAccounts(list(entry(0, [])).slice(0, -1), call)).toBeUndefined();
  expect(await extraAccounts(new Uint8Array(8), call)).toBeUndefined();
});

test("no bytes make it throw, or want more than sixteen accounts", async () => {
  await assert(
    asyncProperty(uint8Array({ maxLength: 200 }), async (tail) => {
      const found = await extraAccounts(Uint8Array.from([...EXECUTE, 0, 0, 0, 0, ...tail]), call);
      expect(found?.length ?? 0).toBeLessThanOrEqual(16);
    }),
    { numRuns: 50 },
  );
});
