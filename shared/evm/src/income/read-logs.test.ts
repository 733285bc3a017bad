import { array, assert, asyncProperty, integer, nat, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import type { Ask } from "./ask.ts";
import { firstBlockAt, readBlock, readLogs } from "./read-logs.ts";

const hex = (number: number): string => `0x${number.toString(16)}`;
const word = (number: number): string => `0x${number.toString(16).padStart(64, "0")}`;

/** A chain with a log in each of these blocks, whose node grants so many blocks a question. */
function chainOf({ logs = [], times = [], grants = 1e9 }: { logs?: number[]; times?: number[]; grants?: number }) {
  const asked: number[] = [];
  const ask: Ask = async (method, [about]) => {
    if (method === "eth_getBlockByNumber") {
      const number = about === "latest" ? times.length - 1 : Number(about);
      asked.push(number);
      return { number: hex(number), timestamp: hex(times[number] ?? 0) };
    }
    const { fromBlock, toBlock } = about as { fromBlock: string; toBlock: string };
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from + 1 > grants) throw new Error("query exceeds max block range");
    const within = logs.filter((block) => block >= from && block <= to);
    return within.map((block) => ({ topics: [], data: "0x", blockNumber: hex(block), logIndex: "0x0", transactionHash: word(block) }));
  };
  return { ask, asked };
}
const filter = { address: "0x00", topics: [] };

test("whatever range a node grants, every log is read once and in order", async () => {
  await assert(
    asyncProperty(
      uniqueArray(nat(30_000), { maxLength: 40 }),
      integer({ min: 1, max: 20_000 }).filter((grants) => grants > 40),
      async (blocks, grants) => {
        const logs = blocks.toSorted((a, b) => a - b);
        const found = await readLogs(chainOf({ logs, grants }).ask, filter, { from: 0, to: 30_000 });
        expect(found.map(({ blockNumber }) => blockNumber)).toEqual(logs);
      },
    ),
    { numRuns: 50 },
  );
});

test("a node that does not grant one block is no empty chain", async () => {
  await expect(readLogs(chainOf({ logs: [5], grants: 0 }).ask, filter, { from: 0, to: 9 })).rejects.toThrow("max block range");
});

test("no blocks are no question", async () => {
  expect(await readLogs(chainOf({ grants: 0 }).ask, filter, { from: 10, to: 9 })).toEqual([]);
});

test("the first block at a time is found, however uneven the blocks are", async () => {
  await assert(
    asyncProperty(array(nat(30), { minLength: 1, maxLength: 300 }), nat(6000), async (gaps, time) => {
      let now = 100;
      const times = gaps.map((gap) => (now += gap));
      const { ask } = chainOf({ times });
      const at = times.findIndex((block) => block >= time);
      expect(await firstBlockAt(ask, time, await readBlock(ask))).toBe(at === -1 ? times.length : at);
    }),
  );
});

test("a day is found in a few dozen questions on a chain of millions of blocks", async () => {
  const times = { length: 20_000_000 };
  let questions = 0;
  const ask: Ask = async (_method, [about]) => {
    questions++;
    const number = about === "latest" ? times.length - 1 : Number(about);
    return { number: hex(number), timestamp: hex(2 * number) };
  };
  const head = await readBlock(ask);
  expect(await firstBlockAt(ask, head.timestamp - 86_400, head)).toBe(head.number - 43_200);
  expect(questions).toBeLessThan(40);
});
