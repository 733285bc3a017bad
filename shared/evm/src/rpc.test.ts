import { UnavailableError } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { down, endpoint, overridden } from "./endpoint-for-tests.ts";
import type { Endpoint } from "./node.ts";
import { openRpc } from "./rpc.ts";

const { signal } = new AbortController();
const calls = [
  { method: "eth_call", params: [overridden, "0x10", {}] },
  { method: "eth_simulateV1", params: [{}, "0x10"] },
];
const ok = (result: unknown) => ({ kind: "ok", result });

test("an endpoint introduces itself once, within its first batch, and again after ten minutes", async () => {
  let now = 0;
  const first = endpoint("first", { says: 1 });
  const rpc = openRpc("1", [first], { now: () => now });
  await rpc.batch(calls, signal);
  await rpc.batch(calls, signal);
  expect(first.introductions).toBe(1);
  now = 10 * 60_000;
  await rpc.batch(calls, signal);
  expect(first.introductions).toBe(2);
  expect(first.asked).toEqual(Array.from({ length: 3 }, () => ["eth_call", "eth_simulateV1"]));
});

test("an endpoint of another chain is passed over", async () => {
  const rpc = openRpc("1", [endpoint("wrong", { says: 1, chain: 56 }), endpoint("right", { says: 2 })]);
  expect(await rpc.batch(calls, signal)).toEqual([ok("0x2"), ok([{ by: "right" }])]);
});

test("only what the first endpoint lacks is asked of the second, and from then on at once", async () => {
  const first = endpoint("first", { says: 1, lacks: ["simulation"] });
  const second = endpoint("second", { says: 2 });
  const rpc = openRpc("1", [first, second]);
  const both = [ok("0x1"), ok([{ by: "second" }])];
  expect(await rpc.batch(calls, signal)).toEqual(both);
  expect(await rpc.batch(calls, signal)).toEqual(both);
  expect(first.asked).toEqual([["eth_call", "eth_simulateV1"], ["eth_call"]]);
  expect(second.asked).toEqual([["eth_simulateV1"], ["eth_simulateV1"]]);
});

test("an override that a node ignores in silence is one that it does not have", async () => {
  const moved = { method: "eth_call", params: [overridden, "0x10", {}, { time: "0x99" }] };
  const noClock = openRpc("1", [endpoint("first", { says: 1, lacks: ["time"] })]);
  expect(await noClock.batch([calls[0] ?? moved, moved], signal)).toEqual([ok("0x1"), { kind: "unsupported" }]);
  const noCode = openRpc("1", [endpoint("first", { says: 1, lacks: ["code"] }), endpoint("second", { says: 2 })]);
  expect(await noCode.batch([moved], signal)).toEqual([ok("0x2")]);
});

test("what no endpoint offers is unsupported, and a revert is final", async () => {
  const reverted = { error: { code: 3, message: "execution reverted" } };
  const first = endpoint("first", { says: 1, lacks: ["simulation"], error: (method) => (method === "eth_call" ? reverted : undefined) });
  const second = endpoint("second", { says: 2, lacks: ["simulation"] });
  expect(await openRpc("1", [first, second]).batch(calls, signal)).toEqual([
    { kind: "reverted", data: undefined },
    { kind: "unsupported" },
  ]);
  expect(second.asked).toEqual([["eth_simulateV1"]]);
});

test("an endpoint that failed comes last until it has rested, and then first again", async () => {
  let now = 0;
  let fails = true;
  const first = endpoint("first", { says: 1 });
  const flaky: Endpoint = { name: "first", post: (body, at) => (fails ? down("first").post(body, at) : first.post(body, at)) };
  const rpc = openRpc("1", [flaky, endpoint("second", { says: 2 })], { now: () => now });
  const asked = async () => (await rpc.batch(calls.slice(0, 1), signal))[0];
  expect(await asked()).toEqual(ok("0x2"));
  fails = false;
  expect(await asked()).toEqual(ok("0x2"));
  expect(first.asked).toEqual([]);
  now = 10_000;
  expect(await asked()).toEqual(ok("0x1"));
});

test("an endpoint that asks for less is rested too, and asked all the same when it is the only one", async () => {
  const limited = { error: { code: -32_005, message: "too many requests" } };
  let limits = true;
  const first = endpoint("first", { says: 1, error: (method) => (limits && method === "eth_call" ? limited : undefined) });
  const second = endpoint("second", { says: 2 });
  const two = openRpc("1", [first, second]);
  await two.batch(calls, signal);
  await two.batch(calls, signal);
  expect(first.asked).toHaveLength(1);
  const one = openRpc("1", [first]);
  expect(await one.batch(calls.slice(0, 1), signal)).toEqual([{ kind: "refused", message: "error -32005", because: "limit" }]);
  limits = false;
  expect(await one.batch(calls.slice(0, 1), signal)).toEqual([ok("0x1")]);
});

test("logs are asked of the endpoints for logs first, and nothing else is", async () => {
  const first = endpoint("first", { says: 1, lacks: ["logs"] });
  const archive = endpoint("archive", { says: 2 });
  const rpc = openRpc("1", [first], { logs: [archive] });
  const logs = { method: "eth_getLogs", params: [{}] };
  expect(await rpc.batch([...calls.slice(0, 1), logs], signal)).toEqual([ok("0x1"), ok([])]);
  expect(archive.asked).toEqual([["eth_getLogs"]]);
});

test("a second endpoint that fails does not spoil what the first answered", async () => {
  const rpc = openRpc("1", [endpoint("first", { says: 1, lacks: ["simulation"] }), down("second")]);
  expect(await rpc.batch(calls, signal)).toEqual([ok("0x1"), { kind: "unsupported" }]);
  // known by now not to simulate, the first is not asked, and whether the second could is not known
  expect(await rpc.batch(calls, signal)).toEqual([ok("0x1"), { kind: "refused", message: "no endpoint answered" }]);
});

test("no endpoint, and none that answers, are unavailable with a reason", async () => {
  await expect(openRpc("56", []).batch(calls, signal)).rejects.toThrow("no RPC endpoint is configured for chain 56");
  await expect(openRpc("1", [down("evm-1-1")]).batch(calls, signal)).rejects.toThrow(
    "no RPC endpoint of chain 1 answered: evm-1-1 gave no answer",
  );
  const html: Endpoint = { name: "html", post: async () => "<html>" };
  await expect(openRpc("1", [html]).batch(calls, signal)).rejects.toThrow(UnavailableError);
});

test("an endpoint that answers more than is read of it is asked first again: what a token answers is not the endpoint's fault", async () => {
  let bomb = true;
  const good = endpoint("first", { says: 1 });
  const first: Endpoint = {
    ...good,
    post: (body, within) =>
      bomb ? Promise.reject(new UnavailableError("it sent more than 4 MiB", { tooLarge: true })) : good.post(body, within),
  };
  const second = endpoint("second", { says: 2 });
  const rpc = openRpc("1", [first, second]);
  expect((await rpc.batch(calls, signal))[0]).toEqual(ok("0x2"));
  bomb = false;
  expect((await rpc.batch(calls, signal))[0]).toEqual(ok("0x1"));
});
