import { expect, test } from "vitest";
import { answerOfError } from "./rpc-error.ts";

// oxlint-disable-next-line max-params -- rows of tables
const told = (method: string, code: number, message: string, data?: unknown) => answerOfError(method, { code, message, data });

test.each([
  [3, "execution reverted", "0x08c379a0"],
  [-32_000, "execution reverted", undefined],
  [-32_015, "VM execution error.", undefined],
  [-32_000, "out of gas", undefined],
  [-32_603, "VM Exception while processing transaction", "0x"],
])("a revert is a result: %i %s", (code, message, data) => {
  expect(told("eth_call", code, message, data).kind).toBe("reverted");
});

test.each(["header not found", "too many requests", "method not found", "missing trie node", "Batch too large"])(
  "a contract that reverts with %j still has reverted",
  (reason) => {
    expect(told("eth_call", 3, `execution reverted: ${reason}`)).toEqual({ kind: "reverted", data: undefined });
    expect(told("eth_call", -32_000, `execution reverted: ${reason}`)).toEqual({ kind: "reverted", data: undefined });
  },
);

test.each([
  ["eth_simulateV1", -32_601, "Method not found"],
  ["eth_call", -32_602, "Incorrect parameters count, expected: 3, actual: 4"],
  ["eth_simulateV1", -32_000, "the method eth_simulateV1 does not exist/is not available"],
  ["eth_getLogs", -32_000, "eth_getLogs is disabled"],
])("a missing method or parameter is a missing capability: %s %i %s", (method, code, message) => {
  expect(told(method, code, message)).toEqual({ kind: "unsupported" });
});

test.each([
  [-32_000, "header not found"],
  [-32_000, "missing trie node 7a8d (path ) state 0x7a8d is not available"],
  [-32_000, "missing trie node e583 (path ) <nil>"],
  [-32_002, "No state available for block 36600 (0x985a)"],
  [-32_001, "block not found: 0x10"],
  [-32_000, "required historical state unavailable (reexec=128)"],
])("a block that the node does not have, or has pruned, may be another node's: %i %s", (code, message) => {
  expect(told("eth_call", code, message)).toEqual({ kind: "refused", message: `error ${code}`, because: "block" });
});

test.each([
  ["eth_call", -32_005, "limit exceeded"],
  ["eth_call", 429, "Your app has exceeded its compute units per second capacity"],
  ["eth_getBlockByNumber", 30, "Request timeout on the free tier, please upgrade your tier to the paid one"],
  ["eth_getLogs", -32_005, "daily request count exceeded, request rate limited"],
])("asking too much is a limit: %s %i %s", (method, code, message) => {
  expect(told(method, code, message)).toEqual({ kind: "refused", message: `error ${code}`, because: "limit" });
});

test.each([
  [-32_005, "query returned more than 10000 results"],
  [-32_005, "limit exceeded"],
  [-32_602, "range 1000000 exceeds limit of 10000"],
  [-32_701, "exceed maximum block range: 50000"],
  [-32_000, "eth_getLogs is limited to a 1000 blocks range"],
  [0, "ranges over 10000 blocks are not supported on freetier"],
  [0, "eth_getLogs is limited to 0 - 50 blocks range"],
])("a range or a number of logs that is too large is a refusal of that range and no more: %i %s", (code, message) => {
  expect(told("eth_getLogs", code, message)).toEqual({ kind: "refused", message: `error ${code}`, said: { code, message } });
});

test("what is said of an error is its number, never the node's words", () => {
  expect(told("eth_call", -32_000, "<b>internal https://node.example/v2/KEY</b>")).toEqual({ kind: "refused", message: "error -32000" });
});
