import { expect, test } from "vitest";
import { createChain } from "./chain.ts";

const address = (digit: string) => `0x${digit.repeat(40)}`;
const bytes = (digit: string) => `0x${digit.repeat(64)}`;
const asTopic = (hex: string) => `0x${hex.slice(2).padStart(64, "0")}`;
const USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const wanted = { asset: address("a"), payer: address("b"), nonce: bytes("c"), pay_to: address("d"), amount: "20000" };

const log = (index: number, topics: string[], { value = 0, at = wanted.asset } = {}) => ({
  address: at,
  topics,
  data: asTopic(`0x${value.toString(16)}`),
  logIndex: `0x${index.toString(16)}`,
  transactionHash: bytes("e"),
});
const used = (index: number, nonce = wanted.nonce) => log(index, [USED, asTopic(wanted.payer), nonce]);
const moved = (index: number, { to = wanted.pay_to, value = 20_000, at = wanted.asset } = {}) =>
  log(index, [TRANSFER, asTopic(wanted.payer), asTopic(to)], { value, at });

/** A node that knows one transaction with these logs. */
function chainWith(logs: object[], state = 1) {
  const asked: [string, readonly unknown[]][] = [];
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: { number: "0x64", timestamp: "0x65", hash: bytes("f") },
    eth_call: asTopic(`0x${state}`),
    eth_getLogs: logs.filter((one) => JSON.stringify(one).includes(wanted.nonce)),
    eth_getTransactionReceipt: { logs },
  };
  const chain = createChain(async (method, params) => {
    asked.push([method, params]);
    return answers[method];
  });
  return { fate: () => chain.fateOf(wanted, 90), asked };
}

test("an authorization has paid when its own transfer follows it in the transaction", async () => {
  const { fate, asked } = chainWith([used(4), moved(5)]);
  expect(await fate()).toEqual({ is: "paid", tx: bytes("e") });
  expect(asked.find(([method]) => method === "eth_call")?.[1][1]).toBe("0x64");
  expect(asked.find(([method]) => method === "eth_getLogs")?.[1][0]).toMatchObject({ fromBlock: "0x5a", toBlock: "0x64" });
});

test.each([
  ["to another address", [used(4), moved(5, { to: address("9") })]],
  ["of another amount", [used(4), moved(5, { value: 19_999 })]],
  ["in another asset", [used(4), moved(5, { at: address("9") })]],
  ["of another authorization in the same transaction", [used(4), moved(5, { to: address("b") }), used(6, bytes("1")), moved(7)]],
  ["that comes before it", [moved(3), used(4)]],
])("a transfer %s is not its own", async (_, logs) => {
  expect(await chainWith(logs).fate()).toEqual({ is: "elsewhere" });
});

test("an unused authorization is told with the time of the block that it is unused in", async () => {
  expect(await chainWith([], 0).fate()).toEqual({ is: "unused", time: 101 });
});

test("a node that says used and shows nothing of it decides nothing", async () => {
  await expect(chainWith([]).fate()).rejects.toThrow("does not show the transaction");
});
