import { RejectedError, UnavailableError } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecurity } from "./analyze.ts";
import { startNode, startProxy } from "./proxy.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const address = (symbol: string) => sandbox.tokens[symbol]?.address ?? "";

/** Purchases and changes of owner are asked for beside the second round, in posts of their own: either may be too many for one answer. */
const rounds = (batches: readonly string[][]) => batches.filter((methods) => methods.join(" ") !== "eth_getLogs");

test("an analysis is three round trips", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, () => undefined);
  await using engine = await openSecurity([proxy.url]);
  await engine.analyze(address("TOLL"));
  expect(rounds(proxy.batches)).toHaveLength(3);
  expect(proxy.batches).toHaveLength(5);
});

test("every simulated call stays below the gas cap of a transaction and is pinned to one block", async () => {
  const tags = new Set<unknown>();
  const gas: bigint[] = [];
  await using proxy = await startProxy(sandbox.rpcUrl, ({ method, params }) => {
    const text = JSON.stringify(params);
    for (const [, found] of text.matchAll(/"gas":"(0x[0-9a-f]+)"/g)) gas.push(BigInt(found ?? 0));
    // the introduction simulates an empty block, whichever is newest
    if (method === "eth_simulateV1" && text.includes("calls")) tags.add(params[1]);
    return undefined;
  });
  await using engine = await openSecurity([proxy.url]);
  await engine.analyze(address("TOLL"));
  expect(gas.length).toBeGreaterThan(5);
  for (const limit of gas) expect(limit).toBeLessThanOrEqual(16_000_000n);
  expect([...tags]).toEqual([expect.stringMatching(/^0x[0-9a-f]+$/)]);
});

test("a silent node, a dead one and none at all are UnavailableErrors within the attempt", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, () => "silence");
  await using silent = await openSecurity([proxy.url], 1_500);
  const started = performance.now();
  await expect(silent.analyze(address("OAK"))).rejects.toThrow(UnavailableError);
  expect(performance.now() - started).toBeLessThan(4_000);
  await using dead = await openSecurity(["http://127.0.0.1:9"]);
  await expect(dead.analyze(address("OAK"))).rejects.toThrow(UnavailableError);
  await using none = await openSecurity([]);
  await expect(none.analyze(address("OAK"))).rejects.toThrow("no RPC endpoint is configured for chain 1");
  await expect(none.analyze(address("OAK"), "56")).rejects.toThrow("no RPC endpoint is configured for chain 56");
});

test("a node of another chain is not believed", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, ({ method }) => (method === "eth_chainId" ? { result: "0x38" } : undefined));
  await using engine = await openSecurity([proxy.url]);
  await expect(engine.analyze(address("OAK"))).rejects.toThrow("answers for chain 56, not 1");
});

test("no request names whom we ask: an address that is a URL is refused, and a node that redirects is not followed", async () => {
  await using canary = await startProxy(sandbox.rpcUrl, () => undefined);
  await using redirecting = await startNode(sandbox.rpcUrl, ({ response }) => response.writeHead(307, { location: canary.url }).end());
  await using engine = await openSecurity([redirecting.url]);
  const { port } = new URL(canary.url);
  for (const address_ of [canary.url, `${address("OAK")}@127.0.0.1:${port}`, `//127.0.0.1:${port}/`, `${address("OAK")}/../..`, "0x12"]) {
    await expect(engine.analyze(address_)).rejects.toThrow(RejectedError);
  }
  expect(redirecting.batches).toEqual([]);
  await expect(engine.analyze(address("OAK"))).rejects.toThrow("answered 307: redirects are not followed");
  expect(canary.batches).toEqual([]);
});

test.each(["http://node.example/v2/KEY-OF", "https://user:KEY-OF@node.example"])(
  "an endpoint that is not allowed is refused without a word of it: %s",
  async (url) => {
    await expect(openSecurity([url])).rejects.toThrow(/^the base URL of evm-1-1 must (?:be https|not hold)/);
  },
);

test("a setting that is no URL is told by its name", () => {
  const { error } = security.config.safeParse({ ENGINE_EVM_RPC_1: "ftp://KEY-OF", ENGINE_EVM_LOGS_RPC_56: "KEY-OF" });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["ENGINE_EVM_RPC_1", "ENGINE_EVM_LOGS_RPC_56"]);
  expect(error?.message).not.toContain("KEY-OF");
});
