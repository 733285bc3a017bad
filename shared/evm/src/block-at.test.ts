import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { blockAt } from "./block-at.ts";
import type { Rpc } from "./rpc.ts";

const DAY = 86_400n;
const signal = new AbortController().signal;
/** A chain whose block times follow `timeOf`, and what was asked of it. */
function chain(timeOf: (number: bigint) => bigint): { rpc: Rpc; asked: bigint[] } {
  const asked: bigint[] = [];
  const rpc: Rpc = {
    batch: async ([call]) => {
      const number = BigInt(String(call?.params[0]));
      asked.push(number);
      return [{ kind: "ok", result: { number: numberToHex(number), timestamp: numberToHex(timeOf(number)) } }];
    },
  };
  return { rpc, asked };
}

test("on a chain of even blocks two headers are enough", async () => {
  const { rpc, asked } = chain((number) => number * 12n);
  const found = await blockAt(rpc, { head: { number: 1_000_000n, time: 12_000_000n }, seconds: DAY }, signal);
  expect(asked).toHaveLength(2);
  expect(Math.abs(Number(found?.time ?? 0n) - (12_000_000 - 86_400))).toBeLessThan(86_400 / 20);
});

test("where blocks come in bursts it is found with a few more", async () => {
  // an hour of quiet after every ten blocks
  const timeOf = (number: bigint) => 1_000_000n + number * 12n + (number / 10n) * 3600n;
  const head = { number: 300n, time: timeOf(300n) };
  const { rpc, asked } = chain(timeOf);
  const found = await blockAt(rpc, { head, seconds: DAY }, signal);
  expect(Math.abs(Number(found?.time ?? 0n) - Number(head.time - DAY))).toBeLessThanOrEqual(86_400 / 20);
  expect(asked.length).toBeLessThanOrEqual(9);
});

test("a chain younger than that begins at its first block, and a node that hides its headers has none", async () => {
  const { rpc } = chain((number) => 5_000n + number);
  expect(await blockAt(rpc, { head: { number: 50n, time: 5_050n }, seconds: DAY }, signal)).toEqual({ number: 0n, time: 5_000n });
  const silent: Rpc = { batch: async () => [{ kind: "refused", message: "pruned" }] };
  expect(await blockAt(silent, { head: { number: 50n, time: 5_050n }, seconds: DAY }, signal)).toBeUndefined();
});
