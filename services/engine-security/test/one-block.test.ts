import type { Signal } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openSecurity } from "./analyze.ts";
import { type Exchange, type Item, type Proxy, startNode } from "./proxy.ts";

let sandbox: Sandbox;
let right: Signal[];
let newest: number;
beforeAll(async () => {
  sandbox = await startSandbox();
  await using engine = await openSecurity([sandbox.rpcUrl]);
  right = await engine.analyze(hive());
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
  const response = await fetch(sandbox.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  newest = Number(z.object({ result: z.string() }).parse(await response.json()).result);
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const hive = () => sandbox.tokens["HIVE"]?.address ?? "";
const timeless = (signals: readonly Signal[]) => signals.map((signal) => ({ ...signal, observed_at: 0 }));
const find = (signals: readonly Signal[], code: string) => signals.find((signal) => signal.code === code);
const pass = async ({ calls, forward, send }: Exchange) => send(await forward(calls));

/** A node that answers so many requests and then hangs up on everybody. */
const leaving = (requests: number): Promise<Proxy> => {
  let left = requests;
  return startNode(sandbox.rpcUrl, async (exchange) => {
    left -= 1;
    if (left < 0) exchange.response.destroy();
    else await pass(exchange);
  });
};

/** A node whose newest block is `behind` blocks old. */
const lagging = (behind: number): Promise<Proxy> => {
  const head = newest - behind;
  const isLater = (tag: unknown) => typeof tag === "string" && /^0x[0-9a-f]{1,8}$/.test(tag) && Number(tag) > head;
  const asOf = (param: unknown): unknown => (param === "latest" ? numberToHex(head) : param);
  return startNode(sandbox.rpcUrl, async ({ calls, forward, send }) => {
    const unknown = calls.filter(({ params }) => params.some(isLater));
    const known = calls.filter((call) => !unknown.includes(call));
    const items = await forward(known.map((call): Item => ({ ...call, params: call.params.map(asOf) })));
    const missing = unknown.map(({ id, method }) => ({
      id,
      ...(method === "eth_getBlockByNumber" ? { result: null } : { error: { code: -32_000, message: "header not found" } }),
    }));
    send([...items, ...missing]);
  });
};

/** A node on another branch: its blocks have other hashes. */
const forked = (): Promise<Proxy> =>
  startNode(sandbox.rpcUrl, async ({ calls, forward, send }) => {
    const blocks = new Set(calls.filter(({ method }) => method === "eth_getBlockByNumber").map(({ id }) => id));
    const items = await forward(calls);
    send(
      items.map((item) =>
        blocks.has(item.id) ? { ...item, result: { ...z.looseObject({}).parse(item["result"]), hash: `0x${"bb".repeat(32)}` } } : item,
      ),
    );
  });

test.each([1, 2, 3])("an endpoint that leaves after %i requests is followed by another at the same block", async (requests) => {
  await using first = await leaving(requests);
  await using second = await startNode(sandbox.rpcUrl, pass);
  await using engine = await openSecurity([first.url, second.url]);
  const signals = await engine.analyze(hive());
  expect(timeless(signals)).toEqual(timeless(right));
  expect(find(signals, "other_block")).toBeUndefined();
  // the block is checked by its hash in the same request
  if (requests < 3) expect(second.batches[0]?.slice(0, 6)).toContain("eth_getBlockByNumber");
});

test.each([1, 2])(
  "left with an endpoint that lags five blocks behind, all is judged at its newest block, and a line says so (after %i)",
  async (requests) => {
    await using first = await leaving(requests);
    await using second = await lagging(5);
    await using engine = await openSecurity([first.url, second.url]);
    const signals = await engine.analyze(hive());
    expect(find(signals, "other_block")).toMatchObject({
      text: `judged at block ${newest - 5}: no RPC endpoint had the state of block ${newest} any longer`,
      weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 },
    });
    expect(find(signals, "cannot_sell")).toMatchObject({ status: "hit", critical: true });
  },
);

test("a second endpoint that lags does not lead to a mixture: what only it can do is done at its block, with all the rest", async () => {
  const lacks = { error: { code: -32_601, message: "method not found" } };
  await using first = await startNode(sandbox.rpcUrl, async ({ calls, forward, send }) => {
    const known = calls.filter(({ method }) => method !== "eth_simulateV1");
    const lacking = calls.filter(({ method }) => method === "eth_simulateV1");
    send([...(await forward(known)), ...lacking.map(({ id }) => ({ id, ...lacks }))]);
  });
  await using second = await lagging(3);
  await using engine = await openSecurity([first.url, second.url]);
  const signals = await engine.analyze(hive());
  expect(find(signals, "other_block")?.values).toEqual({ block: String(newest - 3), instead_of: String(newest) });
  expect(find(signals, "cannot_sell")?.critical).toBe(true);
});

test("two endpoints that disagree about a block are not mixed", async () => {
  await using first = await leaving(2);
  await using second = await forked();
  await using engine = await openSecurity([first.url, second.url]);
  const signals = await engine.analyze(hive());
  expect(timeless(signals)).toEqual(timeless(right));
  // read again from its start by the second alone: introduction and first round, not the third round of the first
  expect(second.batches.flat().filter((method) => method === "eth_getBlockByNumber").length).toBeGreaterThan(1);
});

test("where every endpoint forgot the block, what was read of it stays and the rest is unknown", async () => {
  const forgetful = () =>
    startNode(sandbox.rpcUrl, async ({ calls, forward, send }) => {
      const gone = calls.filter(({ method }) => method === "eth_simulateV1" || method === "eth_createAccessList");
      const items = await forward(calls.filter((call) => !gone.includes(call) || call.params[1] === "latest"));
      const errors = gone
        .filter(({ params }) => params[1] !== "latest")
        .map(({ id }) => ({ id, error: { code: -32_000, message: "missing trie node 7a8d (path ) <nil>" } }));
      send([...items, ...errors]);
    });
  await using first = await forgetful();
  await using second = await forgetful();
  await using engine = await openSecurity([first.url, second.url]);
  const signals = await engine.analyze(hive());
  expect(find(signals, "tax")?.status).toBe("unknown");
  expect(find(signals, "selling_disputed")).toMatchObject({ status: "inconclusive", reliability: 0.6 });
  expect(signals.some(({ critical }) => critical)).toBe(false);
});

test("an address with several nodes behind it, which answers one batch from two blocks, is asked again by number", async () => {
  let older = 0;
  await using balanced = await startNode(sandbox.rpcUrl, async ({ calls, forward, send }) => {
    const moved = calls.map(({ params, ...call }): Item => {
      const isRead = call.method === "eth_call" && params[1] === "latest" && JSON.stringify(params[0]).includes("c0ffee04");
      if (isRead) older += 1;
      return { ...call, params: isRead ? [params[0], numberToHex(newest - 1), ...params.slice(2)] : params };
    });
    send(await forward(moved));
  });
  await using engine = await openSecurity([balanced.url]);
  expect(timeless(await engine.analyze(hive()))).toEqual(timeless(right));
  expect(older).toBe(1);
  // the purchases of the second round come in a post of their own
  expect(balanced.batches.filter((methods) => methods.join(" ") !== "eth_getLogs")).toHaveLength(4);
});
