import { expect, test } from "vitest";
import { BatchRefusedError, postBatch } from "./json-rpc.ts";

const call = { method: "eth_call", params: [] };
const { signal } = new AbortController();
const calls = [call, call, call];

test("answers come back in the order of the calls, whatever order the node chose, and what is missing is refused", async () => {
  const post = async () => [
    { jsonrpc: "2.0", id: 1, result: "0x2" },
    { jsonrpc: "2.0", id: "0", result: "0x1" },
    { jsonrpc: "2.0", id: 1, result: "0x3" },
    "nonsense",
  ];
  expect(await postBatch(post, { calls }, signal)).toEqual([
    { kind: "ok", result: "0x1" },
    { kind: "ok", result: "0x2" },
    { kind: "refused", message: "no answer in the batch" },
  ]);
});

test("answers under ids that nobody sent are nobody's", async () => {
  const post = async () => [{ jsonrpc: "2.0", id: 77, result: "0x2" }];
  expect(await postBatch(post, { calls: [call] }, signal)).toEqual([{ kind: "refused", message: "no answer in the batch" }]);
});

test("a result of another shape than the method's is no result", async () => {
  const asked = ["eth_call", "eth_getLogs", "eth_simulateV1", "eth_getCode"].map((method) => ({ method, params: [] }));
  for (const result of [undefined, null, {}, 42, "<html>"]) {
    const answers = await postBatch(async () => asked.map((_, id) => ({ id, result })), { calls: asked }, signal);
    expect(answers).toEqual(asked.map(() => ({ kind: "refused", message: "a malformed result" })));
  }
});

test("a block that is null is a block that the node does not have", async () => {
  const block = { method: "eth_getBlockByNumber", params: ["0x10", false] };
  expect(await postBatch(async () => [{ id: 0, result: null }], { calls: [block] }, signal)).toMatchObject([{ because: "block" }]);
});

test("one error for a whole batch, or the same for each of it, refuses batches; a limit does not", async () => {
  const refused = { id: null, error: { code: -32_700, message: "parse error" } };
  await expect(postBatch(async () => refused, { calls }, signal)).rejects.toThrow(BatchRefusedError);
  const error = { code: 31, message: "Batch of more than 3 requests are not allowed on free tier" };
  await expect(postBatch(async () => [error], { calls }, signal)).rejects.toThrow(BatchRefusedError);
  await expect(postBatch(async () => calls.map((_, id) => ({ id, error })), { calls }, signal)).rejects.toThrow(BatchRefusedError);
  const limited = { id: null, error: { code: -32_005, message: "too many requests" } };
  expect(await postBatch(async () => limited, { calls }, signal)).toMatchObject(calls.map(() => ({ because: "limit" })));
});

test("a call alone is sent as itself, and something else than JSON-RPC is an error", async () => {
  const sent: unknown[] = [];
  const post = async (body: unknown) => (sent.push(body), { id: 0, result: "0x1" });
  expect(await postBatch(post, { calls: [call], alone: true }, signal)).toEqual([{ kind: "ok", result: "0x1" }]);
  expect(sent).toEqual([{ jsonrpc: "2.0", id: 0, ...call }]);
  await expect(postBatch(async () => "<html>", { calls }, signal)).rejects.toThrow();
});
