import { address } from "@solana/kit";
import { expect, test } from "vitest";
import { accountOf, RAYDIUM_LOCKER, whereaboutsOf } from "./addresses.ts";

test("a launch curve stands where RugCheck recorded it", async () => {
  const { curve } = await whereaboutsOf(address("9DVNHn7haa3ssQgBK1bgVKZkQ7myV8aDdPywXQsipump"));
  expect(curve).toBe("4Qwh8JREqkeuVErzhASUYVAJ1MDVex5bZc4xyUtzc7Mq");
});

test("a pool on Raydium CPMM stands where RugCheck recorded it, and so do its shares", async () => {
  const { cpmmPools } = await whereaboutsOf(address("7YygHaahdKVNtbu9GyFRnnBgf7hKzC76hnuHHfxCKRij"));
  expect(cpmmPools).toContain("6kcuAhrA1dhVFCzosrUeRKPUTXE3FZ4X1Xk8GRHTkqan");
});

test("the locker is the account that Burn & Earn derives", async () => {
  const program = address("LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE");
  expect(await accountOf(program, "lock_cp_authority_seed")).toBe(RAYDIUM_LOCKER);
});

test("case counts: of an address in lower case nothing else is the same", async () => {
  const mint = "9DVNHn7haa3ssQgBK1bgVKZkQ7myV8aDdPywXQsipump";
  const other = "9dVNHn7haa3ssQgBK1bgVKZkQ7myV8aDdPywXQsipump";
  const [here, there] = [await whereaboutsOf(address(mint)), await whereaboutsOf(address(other))];
  expect(Object.values(here).flat()).not.toEqual(expect.arrayContaining([there.metaplex]));
  expect(here.curve).not.toBe(there.curve);
});
