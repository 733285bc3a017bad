import { UnavailableError } from "@token-sentiment/engine";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecurity } from "./analyze.ts";
import { type Item, startProxy } from "./proxy.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const address = (symbol: string) => sandbox.tokens[symbol]?.address ?? "";
const missing = { error: { code: -32_601, message: "the method eth_simulateV1 does not exist/is not available" } };
const noSimulation = ({ method }: Item) => (method === "eth_simulateV1" ? missing : undefined);

test("without eth_simulateV1 selling is never clear and never a trap, and the proofs still run", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, noSimulation);
  await using engine = await openSecurity([proxy.url]);
  for (const symbol of Object.keys(sandbox.tokens)) {
    const signals = await engine.analyze(address(symbol));
    const selling = signals.filter(({ code }) => ["cannot_sell", "delayed_trap", "can_sell", "no_tax", "cooldown"].includes(code));
    expect(selling).toEqual([]);
    expect(signals.some(({ critical }) => critical)).toBe(false);
    expect(signals.find(({ code }) => code === "tax")?.status).toBe("unknown");
  }
  const hive = await engine.analyze(address("HIVE"));
  expect(hive.find(({ code }) => code === "selling_disputed")).toMatchObject({ status: "inconclusive", reliability: 0.5 });
  expect(hive.find(({ code }) => code === "holders_sell")).toMatchObject({ status: "inconclusive", reliability: 0.5 });
  const oak = await engine.analyze(address("OAK"));
  expect(oak.find(({ code }) => code === "selling_unknown")?.status).toBe("unknown");
  const toll = await engine.analyze(address("TOLL"));
  expect(toll.find(({ code }) => code === "mint")?.status).toBe("hit");
});

test("a second endpoint fills in what the first does not offer", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, noSimulation);
  await using engine = await openSecurity([proxy.url, sandbox.rpcUrl]);
  const signals = await engine.analyze(address("HIVE"));
  expect(signals.find(({ code }) => code === "cannot_sell")?.critical).toBe(true);
});

test("a node that refuses logs leaves the holders unknown and two methods standing", async () => {
  const refused = { error: { code: -32_005, message: "query returned more than 10000 results" } };
  await using proxy = await startProxy(sandbox.rpcUrl, ({ method }) => (method === "eth_getLogs" ? refused : undefined));
  await using engine = await openSecurity([proxy.url]);
  const signals = await engine.analyze(address("HIVE"));
  expect(signals.find(({ code }) => code === "cannot_sell")?.values["seen_by"]).toBe("router and pool");
  expect(signals.find(({ code }) => code === "holders_sell")?.status).toBe("unknown");
});

test("a node without block overrides lets holders sell now", async () => {
  const tooMany = { error: { code: -32_602, message: "Incorrect parameters count, expected: 3, actual: 4" } };
  await using proxy = await startProxy(sandbox.rpcUrl, ({ method, params }) =>
    method === "eth_call" && params.length === 4 ? tooMany : undefined,
  );
  await using engine = await openSecurity([proxy.url]);
  const signals = await engine.analyze(address("OAK"));
  expect(signals.find(({ code }) => code === "holders_sell")).toMatchObject({ status: "clear", values: { asked: 12, sold: 12 } });
});

test("an analysis is three batches", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, () => undefined);
  await using engine = await openSecurity([proxy.url]);
  await engine.analyze(address("TOLL"));
  expect(proxy.batches).toHaveLength(3);
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
