import { UnavailableError } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Post } from "./json-rpc.ts";
import type { Endpoint } from "./node.ts";
import { openRpc, type Rpc } from "./rpc.ts";

const { signal } = new AbortController();
const overridden = { to: "0x01", data: "0x" };
const calls = [
  { method: "eth_call", params: [overridden, "0x10", {}] },
  { method: "eth_simulateV1", params: [{}, "0x10"] },
];
const Batch = z.array(z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) }));

interface Fake extends Endpoint {
  /** Methods asked, batch by batch, without the introduction. */
  asked: string[][];
  introductions: number;
}

/** What a capable node answers: `eth_call` with its own number, and the newest block with its hash. */
interface Nature {
  chain?: number;
  /** Answered to calls with overrides. */
  says: number;
  lacks?: readonly ("code" | "time" | "simulation" | "logs")[];
  head?: { number: number; hash: string };
  error?: (method: string) => object | undefined;
}
const missing = { error: { code: -32_601, message: "no" } };

/** An endpoint of that nature. Capabilities it lacks are ignored in silence where nodes do so. */
function endpoint(name: string, nature: Nature): Fake {
  const { chain = 1, says, lacks = [], head = { number: 16, hash: "0xaa" } } = nature;
  const fake: Fake = {
    name,
    asked: [],
    introductions: 0,
    post: async (body) => {
      const batch = Batch.parse(body);
      const introduced = batch.length >= 5 && batch[0]?.method === "eth_chainId";
      if (introduced) fake.introductions += 1;
      fake.asked.push((introduced ? batch.slice(5) : batch).map(({ method }) => method));
      return batch.map(({ id, method, params }, index) => ({
        id,
        ...((introduced && index < 5 ? undefined : nature.error?.(method)) ?? answer(method, params, introduced && index < 5)),
      }));
    },
  };
  const answer = (method: string, params: readonly unknown[], introducing: boolean): object => {
    if (method === "eth_chainId") return { result: `0x${chain.toString(16)}` };
    if (method === "eth_getBlockByNumber") {
      const wanted = params[0] === "latest" ? head.number : Number(params[0]);
      return { result: wanted > head.number ? null : { number: `0x${wanted.toString(16)}`, hash: head.hash, timestamp: "0x1" } };
    }
    if (method === "eth_simulateV1") return lacks.includes("simulation") ? missing : { result: [{ by: name }] };
    if (method === "eth_getLogs") return lacks.includes("logs") ? missing : { result: [] };
    const time = params[3] as { time: string } | undefined;
    if (time) return { result: lacks.includes("time") ? "0x6500" : introducing ? time.time : `0x${says}` };
    return { result: introducing ? (lacks.includes("code") ? "0x" : "0x2a") : `0x${says}` };
  };
  return fake;
}
const down = (name: string, reason = `${name} gave no answer`): Endpoint => ({
  name,
  post: () => Promise.reject(new UnavailableError(reason)),
});
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

const newest = { method: "eth_getBlockByNumber", params: ["latest", false] };
/** Reads the newest block, then something of it; the first endpoint is given up between. */
const analysis = (between: () => void) => async (rpc: Rpc, instead: bigint | undefined) => {
  const [block] = await rpc.batch([newest], signal);
  const { number } = z.object({ result: z.object({ number: z.string() }) }).parse(block).result;
  between();
  const [read] = await rpc.batch([{ method: "eth_call", params: [overridden, number, {}] }], signal);
  return { number: Number(number), instead, read };
};

/** Two endpoints of which the first falls silent when told. */
function pair(first: Fake, second: Fake) {
  let silent = false;
  const post: Post = (body, at) => (silent ? down(first.name).post(body, at) : first.post(body, at));
  return { pool: openRpc("1", [{ name: first.name, post }, second]), silence: () => void (silent = true) };
}

test("another endpoint is asked for the same block, when it has the same one", async () => {
  const second = endpoint("second", { says: 2, head: { number: 17, hash: "0xaa" } });
  const { pool, silence } = pair(endpoint("first", { says: 1 }), second);
  expect(await pool.atOneBlock(analysis(silence))).toEqual({ number: 16, instead: undefined, read: ok("0x2") });
  expect(second.asked).toEqual([["eth_getBlockByNumber", "eth_call"]]);
});

test.each([
  ["lags behind it", { number: 12, hash: "0xaa" }, 12],
  ["has another block there", { number: 16, hash: "0xbb" }, 16],
])("an endpoint that %s is not believed about it: all is read again from its own newest block", async (_, head, number) => {
  const { pool, silence } = pair(endpoint("first", { says: 1 }), endpoint("second", { says: 2, head }));
  expect(await pool.atOneBlock(analysis(silence))).toEqual({ number, instead: 16n, read: ok("0x2") });
});

test.each(["header not found", "missing trie node 7a8d (path ) <nil>"])(
  "an endpoint that forgot the block (%s) leaves it to the others",
  async (message) => {
    const gone = { error: { code: -32_000, message } };
    const first = endpoint("first", { says: 1, error: (method) => (method === "eth_call" ? gone : undefined) });
    const { pool } = pair(first, endpoint("second", { says: 2 }));
    expect(await pool.atOneBlock(analysis(() => undefined))).toEqual({ number: 16, instead: undefined, read: ok("0x2") });
    const alone = openRpc("1", [first]);
    const refused = { kind: "refused", message: "error -32000", because: "block" };
    expect(await alone.atOneBlock(analysis(() => undefined))).toEqual({ number: 16, instead: 16n, read: refused });
  },
);
