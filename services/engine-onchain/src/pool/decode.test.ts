import type { Log } from "@token-sentiment/evm";
import { type Abi, encodeAbiParameters, encodeEventTopics, parseAbi, toEventSelector } from "viem";
import { expect, test } from "vitest";
import { courseOf } from "./course.ts";
import { decoderOf } from "./decode.ts";
import { eventsOf } from "./pool-event.ts";
import { TOPICS } from "./topics.ts";

const token = `0x${"11".repeat(20)}` as const;
const pool = `0x${"22".repeat(20)}` as const;
const alice = `0x${"aa".repeat(20)}` as const;
const abi = parseAbi([
  "event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
  "event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)",
  "event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)",
  "event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)",
]);
let index = 0;
/** A log as a node tells it, encoded by viem. */
function logOf(eventName: "Swap" | "Mint" | "Burn" | "Collect", args: Record<string, unknown>): Log {
  const event = abi.find(({ name }) => name === eventName) ?? expect.fail("there is such an event");
  const plain: Abi = abi;
  const topics = encodeEventTopics({ abi: plain, eventName, args }).map(String);
  const unindexed = event.inputs.filter((input) => !("indexed" in input && input.indexed));
  const data = encodeAbiParameters(
    unindexed,
    unindexed.map(({ name }) => args[name ?? ""]),
  );
  return { address: pool, topics, data, blockNumber: "0x5", logIndex: `0x${(index++).toString(16)}`, transactionHash: "0xfeed" };
}
const Q96 = 2n ** 96n;
const swap = (amount0: bigint, amount1: bigint, root: bigint) =>
  logOf("Swap", { sender: alice, recipient: alice, amount0, amount1, sqrtPriceX96: root, liquidity: 10_000n, tick: 0 });

test("the topics are the hashes of the events", () => {
  const hash = (text: string) => toEventSelector(`event ${text}`);
  expect(TOPICS.v3Swap).toBe(hash("Swap(address,address,int256,int256,uint160,uint128,int24)"));
  expect(TOPICS.pancakeV3Swap).toBe(hash("Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)"));
  expect(TOPICS.v3Burn).toBe(hash("Burn(address,int24,int24,uint128,uint256,uint256)"));
  expect(TOPICS.v3Initialize).toBe(hash("Initialize(uint160,int24)"));
  expect(TOPICS.aerodromeSwap).toBe(hash("Swap(address,address,uint256,uint256,uint256,uint256)"));
  expect(TOPICS.aerodromeSync).toBe(hash("Sync(uint256,uint256)"));
  expect(TOPICS.aerodromeBurn).toBe(hash("Burn(address,address,uint256,uint256)"));
});

test.each([true, false])(
  "a V3 sale is told from its signed amounts, and the price before it from the side without a fee (token0: %s)",
  (tokenFirst) => {
    // the root of the price goes from 2 to 1 by 10,000 * (2 - 1) of the coin leaving, or from 1/2 to 1 seen from the other side
    const log = tokenFirst ? swap(5_100n, -10_000n, Q96) : swap(-10_000n, 5_100n, Q96);
    const event = decoderOf({ token, tokenFirst })(log);
    expect(event).toMatchObject({ kind: "swap", in: { token: 5_100n, coin: 0n }, out: { token: 0n, coin: 10_000n }, to: alice });
    expect(event?.kind === "swap" ? event.price : undefined).toEqual({ before: 4, after: 1 });
  },
);

test("a window of a V3 pool that begins with the great sale shows its fall, and its depth runs backwards from now", () => {
  const decode = decoderOf({ token, tokenFirst: true });
  const position = { owner: alice, tickLower: -10, tickUpper: 10, amount: 5n };
  const logs = [
    swap(5_100n, -10_000n, Q96),
    logOf("Burn", { ...position, amount0: 50n, amount1: 600n }),
    logOf("Collect", { owner: alice, recipient: alice, tickLower: -10, tickUpper: 10, amount0: 50n, amount1: 600n }),
    logOf("Mint", { ...position, sender: alice, amount0: 1n, amount1: 100n }),
  ];
  const events = eventsOf(
    logs.flatMap((log) => decode(log) ?? []),
    pool,
  );
  const course = courseOf(events, { kind: "v3", tokenReserve: 1n, coinReserve: 500n, price: 1 });
  expect(course.prices).toEqual([4, 1]);
  expect(course.coins).toEqual([11_000n, 1_000n, 400n, 500n]);
});

test("a transfer of an ERC-721 and an event of nobody's are not read", () => {
  const decode = decoderOf({ token, tokenFirst: true });
  const log = {
    address: token,
    topics: [TOPICS.transfer, "0x1", "0x2", "0x3"],
    data: "0x",
    blockNumber: "0x1",
    logIndex: "0x0",
    transactionHash: "0x1",
  };
  expect(decode(log)).toBeUndefined();
  expect(decode({ ...log, address: pool, topics: ["0xabcd"] })).toBeUndefined();
});
