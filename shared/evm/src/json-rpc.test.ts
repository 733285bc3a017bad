import { expect, test } from "vitest";
import { type Answer, postBatch } from "./json-rpc.ts";

const call = { method: "eth_call", params: [] };
const signal = new AbortController().signal;
/** What becomes of one call that a node answers so. */
async function answered(item: object): Promise<Answer | undefined> {
  const [answer] = await postBatch(async () => [{ jsonrpc: "2.0", id: 0, ...item }], [call], signal);
  return answer;
}

test.each([
  { error: { code: 3, message: "execution reverted", data: "0x08c379a0" } },
  { error: { code: -32_000, message: "execution reverted" } },
  { error: { code: -32_015, message: "VM execution error." } },
  { error: { code: -32_000, message: "out of gas" } },
])("a revert is a result: $error.message", async (item) => {
  expect((await answered(item))?.kind).toBe("reverted");
});

test.each([
  { error: { code: -32_601, message: "Method not found" } },
  { error: { code: -32_602, message: "Incorrect parameters count, expected: 3, actual: 4" } },
  { error: { code: -32_000, message: "the method eth_simulateV1 does not exist/is not available" } },
])("a missing method or parameter is a missing capability: $error.message", async (item) => {
  expect(await answered(item)).toMatchObject({ kind: "unsupported" });
});

test.each([
  { error: { code: -32_005, message: "limit exceeded" } },
  { error: { code: -32_000, message: "header not found" } },
  { error: { code: -32_000, message: "missing trie node" } },
])("a limit or a pruned state is a refusal, whose message has none of the node's words: $error.message", async (item) => {
  expect(await answered(item)).toMatchObject({ kind: "refused", message: `error ${item.error.code}` });
});

test("answers come back in the order of the calls, whatever order the node chose", async () => {
  const post = async () => [
    { jsonrpc: "2.0", id: 1, result: "0x2" },
    { jsonrpc: "2.0", id: 0, result: "0x1" },
  ];
  expect(await postBatch(post, [call, call, call], signal)).toEqual([
    { kind: "ok", result: "0x1" },
    { kind: "ok", result: "0x2" },
    { kind: "refused", message: "no answer in the batch" },
  ]);
});

test("something else than a batch is an error", async () => {
  await expect(postBatch(async () => ({ error: "batches are not supported" }), [call], signal)).rejects.toThrow();
});
