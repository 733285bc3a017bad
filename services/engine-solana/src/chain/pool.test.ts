import { type Address, address, getAddressEncoder } from "@solana/kit";
import { assert, constantFrom, property, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { PUMP_SWAP, RAYDIUM_CPMM, RAYDIUM_V4 } from "./addresses.ts";
import { lockedPercent, poolOf } from "./pool.ts";

const MINT = address("7YygHaahdKVNtbu9GyFRnnBgf7hKzC76hnuHHfxCKRij");
const SHARES = address("CShf4G4A19uCes1YaHfpEvAgu4VQUo1ULnv3z9jwk1Ak");

/** An account with the mint, the shares and their count at those offsets. */
function account(program: Address, bytes: number, at: { mint: number; shares: number; reserve: number }) {
  const data = new Uint8Array(bytes);
  data.set(getAddressEncoder().encode(MINT), at.mint);
  data.set(getAddressEncoder().encode(SHARES), at.shares);
  new DataView(data.buffer).setBigUint64(at.reserve, 1000n, true);
  return { program, data };
}

test.each([
  { kind: "PumpSwap", program: PUMP_SWAP, bytes: 211, at: { mint: 43, shares: 107, reserve: 203 } },
  { kind: "Raydium CPMM", program: RAYDIUM_CPMM, bytes: 637, at: { mint: 168, shares: 136, reserve: 333 } },
  { kind: "Raydium CPMM", program: RAYDIUM_CPMM, bytes: 637, at: { mint: 200, shares: 136, reserve: 333 } },
  { kind: "Raydium v4", program: RAYDIUM_V4, bytes: 752, at: { mint: 400, shares: 464, reserve: 720 } },
  { kind: "Raydium v4", program: RAYDIUM_V4, bytes: 752, at: { mint: 432, shares: 464, reserve: 720 } },
] as const)("a pool of $kind tells its shares, and whose pool it is", ({ kind, program, bytes, at }) => {
  const pool = account(program, bytes, at);
  expect(poolOf(pool, MINT)).toEqual({ kind, shares: SHARES, reserve: 1000n });
  expect(poolOf(pool, SHARES)).toBeUndefined();
  expect(poolOf({ ...pool, data: pool.data.slice(0, -1) }, MINT)).toBeUndefined();
  expect(poolOf({ ...pool, program: SHARES }, MINT)).toBeUndefined();
});

test("no bytes make it throw", () => {
  assert(
    property(
      constantFrom(PUMP_SWAP, RAYDIUM_CPMM, RAYDIUM_V4),
      uint8Array({ maxLength: 800 }),
      (program, data) => void poolOf({ program, data }, MINT),
    ),
  );
});

test("what is burned and what the locker holds is locked; a count that cannot be is unknown, never 0 %", () => {
  const pool = { kind: "Raydium CPMM", shares: SHARES, reserve: 1000n } as const;
  expect(lockedPercent(pool, 250n, 200n)).toBe(95);
  expect(lockedPercent(pool, 1000n, 0n)).toBe(0);
  expect(lockedPercent(pool, 0n, 0n)).toBe(100);
  expect(lockedPercent(pool, 1001n, 0n)).toBeUndefined();
  expect(lockedPercent(pool, 250n, 251n)).toBeUndefined();
  expect(lockedPercent({ ...pool, reserve: 0n }, 0n, 0n)).toBeUndefined();
  // beyond 2^53
  expect(lockedPercent({ ...pool, reserve: 2n ** 64n - 1n }, (2n ** 64n - 1n) / 4n, 0n)).toBe(75);
});
