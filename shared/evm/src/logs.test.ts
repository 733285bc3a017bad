import { UnavailableError } from "@token-sentiment/engine";
import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import { readLogs } from "./logs.ts";
import type { Rpc } from "./rpc.ts";

const signal = new AbortController().signal;
const filters = [{ address: [`0x${"ab".repeat(20)}`] as const, topics: [] }];
const Range = z.object({ fromBlock: z.string(), toBlock: z.string() });

/** A node with one log in every hundredth block, that answers as `grants` says. */
function node(grants: (blocks: number) => "ok" | "refused" | "down"): { rpc: Rpc; asked: [number, number][] } {
  const asked: [number, number][] = [];
  const rpc: Rpc = {
    batch: async ([call]) => {
      const { fromBlock, toBlock } = Range.parse(call?.params[0]);
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      asked.push([from, to]);
      const granted = grants(to - from + 1);
      if (granted === "down") throw new UnavailableError("it sent more than 2 MiB");
      if (granted === "refused") return [{ kind: "refused", message: "error -32005" }];
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((number) => number % 100 === 0);
      const result = numbers.map((number) => ({
        address: `0x${"AB".repeat(20)}`,
        topics: [],
        data: "0x",
        blockNumber: numberToHex(number),
        logIndex: "0x0",
        transactionHash: "0x1",
      }));
      return [{ kind: "ok", result }];
    },
  };
  return { rpc, asked };
}
const read = async (rpc: Rpc, from: bigint, to: bigint) => readLogs(rpc, { filters, from, to }, signal);

test("ranges grow while they are granted, and every block is asked for once", async () => {
  const { rpc, asked } = node(() => "ok");
  const window = await read(rpc, 1n, 20_000n);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([2_000, 4_000, 8_000, 6_000]);
  expect(window?.fromBlock).toBe(1n);
  expect(window?.logs.map(({ blockNumber }) => blockNumber)).toEqual(Array.from({ length: 200 }, (_, index) => 100 * (index + 1)));
});

test.each(["refused", "down"] as const)("a range that is %s is halved", async (failure) => {
  const { rpc, asked } = node((blocks) => (blocks > 300 ? failure : "ok"));
  const window = await read(rpc, 1n, 1_000n);
  expect(window?.fromBlock).toBe(1n);
  expect(window?.logs).toHaveLength(10);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([1_000, 500, 250, 250, 250, 250]);
});

test("after twelve calls the window is what there is, without a gap, and says where it begins", async () => {
  const { rpc, asked } = node(() => "ok");
  const window = await read(rpc, 1n, 1_000_000n);
  expect(asked).toHaveLength(12);
  expect(window?.fromBlock).toBe(BigInt(asked.at(-1)?.[0] ?? 0));
  expect(asked.slice(1).every(([, to], index) => to + 1 === asked[index]?.[0])).toBe(true);
});

test("a node that grants nothing leaves nothing", async () => {
  expect(await read(node(() => "refused").rpc, 1n, 100_000n)).toBeUndefined();
});
