import { UnavailableError } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Post } from "./json-rpc.ts";
import { type Endpoint, openRpc } from "./rpc.ts";

const { signal } = new AbortController();
const calls = [
  { method: "eth_call", params: [] },
  { method: "eth_simulateV1", params: [] },
];
const Batch = z.array(z.object({ id: z.number(), method: z.string() }));

/** An endpoint that answers each method so, and counts. */
function endpoint(name: string, answers: Record<string, object>): Endpoint & { asked: string[][] } {
  const asked: string[][] = [];
  const post: Post = async (body) => {
    const batch = Batch.parse(body);
    asked.push(batch.map(({ method }) => method));
    return batch.map(({ id, method }) => ({ jsonrpc: "2.0", id, ...(answers[method] ?? { result: name }) }));
  };
  return { name, post, asked };
}
const chain1 = { eth_chainId: { result: "0x1" } };
const missing = { error: { code: -32_601, message: "no" } };

test("an endpoint is asked once which chain it answers for", async () => {
  const first = endpoint("first", chain1);
  const rpc = openRpc("1", [first]);
  await rpc.batch(calls, signal);
  await rpc.batch(calls, signal);
  expect(first.asked.map(([method]) => method)).toEqual(["eth_chainId", "eth_call"]);
});

test("an endpoint of another chain is passed over", async () => {
  const rpc = openRpc("1", [endpoint("wrong", { eth_chainId: { result: "0x38" } }), endpoint("right", chain1)]);
  expect(await rpc.batch(calls, signal)).toEqual([
    { kind: "ok", result: "right" },
    { kind: "ok", result: "right" },
  ]);
});

test("only what the first endpoint lacks is asked of the second", async () => {
  const second = endpoint("second", chain1);
  const rpc = openRpc("1", [endpoint("first", { ...chain1, eth_simulateV1: missing }), second]);
  expect(await rpc.batch(calls, signal)).toEqual([
    { kind: "ok", result: "first" },
    { kind: "ok", result: "second" },
  ]);
  expect(second.asked).toEqual([["eth_chainId", "eth_simulateV1"]]);
});

test("what no endpoint offers stays unsupported, and a revert is final", async () => {
  const reverts = { eth_call: { error: { code: 3, message: "execution reverted" } }, eth_simulateV1: missing, ...chain1 };
  const second = endpoint("second", { ...chain1, eth_simulateV1: missing });
  expect(await openRpc("1", [endpoint("first", reverts), second]).batch(calls, signal)).toEqual([
    { kind: "reverted", data: undefined },
    { kind: "unsupported" },
  ]);
});

test("a second endpoint that fails does not spoil what the first answered", async () => {
  const down: Endpoint = { name: "down", post: () => Promise.reject(new UnavailableError("down")) };
  const rpc = openRpc("1", [endpoint("first", { ...chain1, eth_simulateV1: missing }), down]);
  expect(await rpc.batch(calls, signal)).toEqual([{ kind: "ok", result: "first" }, { kind: "unsupported" }]);
});

test("no endpoint, and none that answers, are unavailable with a reason", async () => {
  await expect(openRpc("56", []).batch(calls, signal)).rejects.toThrow("no RPC endpoint is configured for chain 56");
  const down: Endpoint = { name: "down", post: () => Promise.reject(new UnavailableError("evm-1-1 gave no answer")) };
  await expect(openRpc("1", [down]).batch(calls, signal)).rejects.toThrow("no RPC endpoint of chain 1 answered: evm-1-1 gave no answer");
  const html: Endpoint = { name: "html", post: async () => "<html>" };
  await expect(openRpc("1", [html]).batch(calls, signal)).rejects.toThrow(UnavailableError);
});
