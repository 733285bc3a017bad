import { type Answer, chainOf, type Rpc, type Snapshot } from "@token-sentiment/evm";
import { type Hex, numberToHex } from "viem";
import { expect, test } from "vitest";
import { askHolders } from "./ask-holders.ts";
import { sizingOf } from "./sizing.ts";

const chain = chainOf("1") ?? expect.fail("chain 1 is in the table");
const [exchange = expect.fail("it has an exchange")] = chain.exchanges;
const buyers = [1, 2, 3, 4, 5].map((index): Hex => `0x${String(index).repeat(40)}`);
const snapshot: Snapshot = {
  chain,
  token: `0x${"ab".repeat(20)}`,
  block: { number: 16n, tag: "0x10", time: 1n },
  code: "0x60",
  logic: "0x60",
  proxy: undefined,
  minimal: false,
  owner: undefined,
  supply: 1n,
  keys: [],
  handovers: undefined,
  balanceSlot: undefined,
  pools: [{ exchange, pair: `0x${"cd".repeat(20)}`, tokenReserve: 1000n, coinReserve: 1000n }],
  buyers,
  plain: true,
};
const word = (value: number): Answer => ({ kind: "ok", result: numberToHex(value, { size: 32 }) });

test("a transfer that answers false has failed, one that answers nothing has not, and whoever holds nothing is not asked", async () => {
  const batches: number[] = [];
  const transfers: Answer[] = [word(1), word(0), { kind: "ok", result: "0x" }, { kind: "reverted", data: undefined }];
  const rpc: Rpc = {
    batch: async (calls) => {
      batches.push(calls.length);
      return batches.length === 1 ? [word(50), word(50), word(0), word(50), word(50)] : transfers;
    },
  };
  const sizing = sizingOf(snapshot) ?? expect.fail("it has a pool");
  const { signal } = new AbortController();
  const holders = await askHolders(rpc, { sizing, snapshot, tomorrow: { kind: "unsupported" } }, signal);
  expect(holders).toEqual({ asked: 4, sold: 2, whole: { asked: 0, sold: 0 }, how: "by plain transfer" });
  expect(batches).toEqual([5, 4]);
});
