import type { Answer, Rpc } from "@token-sentiment/evm";
import { getAddress } from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import { readLocks } from "./locks.ts";

const DAY = 86_400n;
const NOW = 1_000_000n;
const locker = getAddress(`0x${"0c".repeat(20)}`);
const pair = getAddress(`0x${"0d".repeat(20)}`);
const Asked = z.tuple([z.object({ to: z.string(), data: z.string() }), z.string()]);
const words = (...values: (bigint | number)[]): string =>
  `0x${values.map((value) => BigInt(value).toString(16).padStart(64, "0")).join("")}`;

/** A node without overrides on which the locker has those locks, each an amount and when it ends. */
function node(locks: readonly (readonly [amount: bigint, until: bigint])[], count: bigint | number = locks.length): Rpc {
  const answer = (params: readonly unknown[]): Answer => {
    const [{ data }] = Asked.parse(params);
    if (data.startsWith("0x1f2a1d2f")) return { kind: "ok", result: words(count) };
    const lock = locks[Number(`0x${data.slice(-64)}`)];
    return lock ? { kind: "ok", result: words(1, lock[0], lock[0], lock[1], 0, 5) } : { kind: "reverted", data: undefined };
  };
  return { batch: async (calls) => calls.map(({ params }) => (params.length > 2 ? { kind: "unsupported" } : answer(params))) };
}
const read = (rpc: Rpc, balance: bigint) =>
  readLocks(rpc, { pair, held: [{ locker, balance }], block: { number: 9n, tag: "0x9", time: NOW } }, AbortSignal.timeout(5_000));

test("a lock that ends within seven days is none, and neither is what lies there without a lock", async () => {
  const locks = [
    [60n, NOW + 30n * DAY],
    [30n, NOW + 6n * DAY],
  ] as const;
  expect(await read(node(locks), 100n)).toEqual({ lasting: 60n, ending: 40n });
  expect(await read(node([[60n, NOW + 7n * DAY]]), 60n)).toEqual({ lasting: 60n, ending: 0n });
});

test("a locker does not keep more than it has, whatever it says", async () => {
  expect(await read(node([[1_000n, NOW + 30n * DAY]]), 100n)).toEqual({ lasting: 100n, ending: 0n });
});

test("a locker that does not say, that has too many locks to read or answers otherwise is not read", async () => {
  expect(await read({ batch: async (calls) => calls.map(() => ({ kind: "refused", message: "no" })) }, 100n)).toBeUndefined();
  expect(await read(node([[60n, NOW + 30n * DAY]], 101), 100n)).toBeUndefined();
  expect(await read(node([[60n, NOW + 30n * DAY]], 2), 100n)).toBeUndefined();
});
