import { expect, test } from "vitest";
import { z } from "zod";
import { down, endpoint, type Fake, overridden } from "./endpoint-for-tests.ts";
import type { Post } from "./json-rpc.ts";
import { openRpc, type Rpc } from "./rpc.ts";

const { signal } = new AbortController();
const ok = (result: unknown) => ({ kind: "ok", result });
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
  return { pool: openRpc("1", [{ name: first.name, post }, second], { now: () => 2_000 }), silence: () => void (silent = true) };
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

test("an endpoint whose newest block is old and far behind the others' is left to rest, and the analysis begins at another", async () => {
  let now = 1_000 + 89_000;
  const stuck = endpoint("stuck", { says: 1, head: { number: 16, hash: "0xaa" } });
  const second = endpoint("second", { says: 2, head: { number: 19, hash: "0xbb" } });
  const pool = openRpc("1", [stuck, second], { now: () => now });
  const judged = () => pool.atOneBlock(analysis(() => undefined));
  expect(await judged()).toMatchObject({ number: 16, read: ok("0x1") });
  now += 1_000;
  expect(await judged()).toEqual({ number: 19, instead: undefined, read: ok("0x2") });
  expect(stuck.asked).toHaveLength(3);
  await judged();
  expect(stuck.asked).toHaveLength(3);
});

test("where all are as old, or two blocks ahead, the first is as good as any", async () => {
  const first = endpoint("first", { says: 1 });
  const second = endpoint("second", { says: 2, head: { number: 18, hash: "0xbb" } });
  const pool = openRpc("1", [first, second], { now: () => 10 ** 9 });
  expect(await pool.atOneBlock(analysis(() => undefined))).toMatchObject({ number: 16, read: ok("0x1") });
});
