import { UnavailableError } from "@token-sentiment/engine";
import { numberToHex } from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Answer } from "./json-rpc.ts";
import { type Log, readLogs } from "./logs.ts";
import type { Rpc } from "./rpc.ts";

const signal = new AbortController().signal;
const filter = { address: [`0x${"ab".repeat(20)}`] as const, topics: [] };
const decode = ({ blockNumber }: Log) => Number(blockNumber);
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
      if (granted === "refused") return [{ kind: "refused", message: "error -32005", said: { code: -32_005, message: "too wide" } }];
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
const read = async (rpc: Rpc, from: bigint, to: bigint) => readLogs(rpc, { filter, from, to, decode }, signal);

test("ranges grow while they are granted, and every block is asked for once", async () => {
  const { rpc, asked } = node(() => "ok");
  const window = await read(rpc, 1n, 20_000n);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([2_000, 4_000, 8_000, 6_000]);
  expect(window?.fromBlock).toBe(1n);
  expect(window?.events).toEqual(Array.from({ length: 200 }, (_, index) => 100 * (index + 1)));
});

test.each(["refused", "down"] as const)("a range that is %s is halved", async (failure) => {
  const { rpc, asked } = node((blocks) => (blocks > 300 ? failure : "ok"));
  const window = await read(rpc, 1n, 1_000n);
  expect(window?.fromBlock).toBe(1n);
  expect(window?.logs).toBe(10);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([1_000, 500, 250, 250, 250, 250]);
});

test("after twelve calls the window is what there is, without a gap, and says where it begins", async () => {
  const { rpc, asked } = node(() => "ok");
  const window = await read(rpc, 1n, 1_000_000n);
  expect(asked).toHaveLength(12);
  expect(window).toMatchObject({ calls: 12, cut: "calls" });
  expect(window?.fromBlock).toBe(BigInt(asked.at(-1)?.[0] ?? 0));
  expect(asked.slice(1).every(([, to], index) => to + 1 === asked[index]?.[0])).toBe(true);
});

test("a node that grants nothing leaves nothing", async () => {
  expect(await read(node(() => "refused").rpc, 1n, 100_000n)).toBeUndefined();
});

/** A node with so many logs in every block, of whose answers no more than 7,000 are read. */
function crowdedNode(perBlock: number): { rpc: Rpc; asked: number[] } {
  const asked: number[] = [];
  const batch: Rpc["batch"] = async ([call]) => {
    const { fromBlock, toBlock } = Range.parse(call?.params[0]);
    const blocks = Number(toBlock) - Number(fromBlock) + 1;
    asked.push(blocks);
    if (blocks * perBlock > 7_000) throw new UnavailableError("it sent more than 4 MiB", { tooLarge: true });
    const log = { address: "0xab", topics: [], data: "0x", blockNumber: toBlock, logIndex: "0x0", transactionHash: "0x1" };
    return [{ kind: "ok", result: Array.from({ length: blocks * perBlock }, () => log) }];
  };
  return { rpc: { batch }, asked };
}

test("a range of more than is read is cut to an eighth, and what follows is as wide as answers that fit", async () => {
  const { rpc, asked } = crowdedNode(100);
  const window = await read(rpc, 1n, 100_000n);
  expect(asked).toEqual([2_000, 250, 31, 45, 45, 45, 45, 45, 45, 45, 45, 45]);
  expect(window).toMatchObject({ logs: 43_600, cut: "calls", fromBlock: 100_001n - 436n });
});

test("a block of more than is read is asked for once", async () => {
  const { rpc, asked } = crowdedNode(9_000);
  expect(await read(rpc, 1n, 100_000n)).toBeUndefined();
  expect(asked).toEqual([2_000, 250, 31, 3, 1]);
});

/** A node that answers every range so. */
const answering = (answer: Answer): { rpc: Rpc; calls: () => number } => {
  let calls = 0;
  const batch: Rpc["batch"] = async () => {
    calls += 1;
    return [answer];
  };
  return { rpc: { batch }, calls: () => calls };
};

test("a node that has no such method is not asked again, and one that wants a smaller range is asked for that one", async () => {
  const missing = answering({ kind: "unsupported" });
  expect(await read(missing.rpc, 1n, 100_000n)).toBeUndefined();
  expect(missing.calls()).toBe(1);

  const { rpc, asked } = node((blocks) => (blocks > 1_000 ? "refused" : "ok"));
  const window = await readLogs(rpc, { filter, from: 1n, to: 4_000n, decode, suggest: () => 1_000n }, signal);
  expect(asked.map(([from, to]) => to - from + 1)).toEqual([2_000, 1_000, 1_000, 1_000, 1_000]);
  expect(window).toMatchObject({ fromBlock: 1n, logs: 40, cut: undefined });
});

test("a suggestion that is no smaller than what was asked is not believed", async () => {
  const { rpc, asked } = node((blocks) => (blocks > 600 ? "refused" : "ok"));
  await readLogs(rpc, { filter, from: 1n, to: 2_000n, decode, suggest: () => 50_000n }, signal);
  expect(asked.slice(0, 3).map(([from, to]) => to - from + 1)).toEqual([2_000, 1_000, 500]);
});

test("logs out of order are put in order, and an answer with something that is no log is refused", async () => {
  const log = (blockNumber: string): Log => ({
    address: "0xab",
    topics: [],
    data: "0x",
    blockNumber,
    logIndex: "0x0",
    transactionHash: "0x1",
  });
  const mixed = answering({ kind: "ok", result: [log("0x3"), log("0x1"), log("0x2")] });
  expect((await readLogs(mixed.rpc, { filter, from: 1n, to: 3n, decode }, signal))?.events).toEqual([1, 2, 3]);
  const broken = answering({ kind: "ok", result: [log("0x3"), { ...log("0x1"), data: "0xzz" }] });
  expect(await readLogs(broken.rpc, { filter, from: 1n, to: 3n, decode }, signal)).toBeUndefined();
});

test("reading stops when there are more logs than fit, and says so", async () => {
  const log = { address: "0xab", topics: [], data: "0x", blockNumber: "0x1", logIndex: "0x0", transactionHash: "0x1" };
  const { rpc, calls } = answering({ kind: "ok", result: Array.from({ length: 60_000 }, () => log) });
  const window = await readLogs(rpc, { filter, from: 1n, to: 1_000_000n, decode: () => undefined }, signal);
  expect(window).toMatchObject({ logs: 120_000, cut: "logs", events: [] });
  expect(calls()).toBe(2);
});
