import { UnavailableError } from "@token-sentiment/engine";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyze, find, outline, unknowns } from "./analyze.ts";
import { startProxy } from "./proxy.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ chains: ["56", "1"] });
});
afterAll(() => sandbox[Symbol.asyncDispose]());
const fern = () => sandbox.tokens["FERN"] ?? expect.fail("there is no FERN");
const mire = () => sandbox.tokens["MIRE"] ?? expect.fail("there is no MIRE");

test("a node that refuses logs leaves what they show unknown, and the answer partial", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, () => "the method is disabled");
  const analysis = await analyze({ "56": proxy.url }, mire());
  expect(outline(analysis)).toEqual(["lp_held: hit", "depth: hit", "token_age: inconclusive"]);
  expect(unknowns(analysis)).toHaveLength(14);
  expect(find(analysis, "drawdown")?.text).toBe("price drawdown unknown: no endpoint grants its logs");
  expect(analysis.partial).toBe(true);
  expect(analysis.measures).toBeUndefined();
  expect(proxy.ranges.length).toBeLessThanOrEqual(12);
});

test("a range limit is met by smaller ranges, and every log is read once", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, (from, to) =>
    to - from >= 40 ? "query returned more than 10000 results" : undefined,
  );
  const analysis = await analyze({ "56": proxy.url }, mire());
  const whole = await analyze({ "56": sandbox.rpcUrl }, mire());
  expect(find(analysis, "lp_removed")).toEqual(find(whole, "lp_removed"));
  expect(Math.max(...proxy.ranges.slice(-2))).toBeLessThanOrEqual(40);
  expect(proxy.ranges.length).toBeLessThanOrEqual(12);
});

test("where older logs are pruned the window is shorter, and the lines say how short", async () => {
  const head = Number(await headOf(sandbox.rpcUrls["1"] ?? ""));
  await using proxy = await startProxy(sandbox.rpcUrls["1"] ?? "", (from) => (from < head - 90 ? "history is pruned" : undefined));
  const analysis = await analyze({ "1": proxy.url }, fern());
  const drawdown = find(analysis, "drawdown");
  expect(drawdown?.values["hours"]).toBeLessThan(20);
  expect(drawdown?.text).toContain(`in ${Math.round(Number(drawdown?.values["hours"]))} h`);
  expect(drawdown?.values["trades"]).toBeLessThan(36);
});

test("a token that names thousands of owners does not keep the rest of it from being read", async () => {
  const topics = [
    `0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0`,
    ...["1", "2"].map((one) => `0x${one.padStart(64, "0")}`),
  ];
  const flood = Array.from({ length: 9_000 }, () => ({
    address: mire().address,
    topics,
    data: "0x",
    transactionHash: `0x${"a".repeat(400)}`,
  }));
  const tell = ({ topics: of }: { topics: unknown[] }) => (of.includes(topics[0]) ? flood : undefined);
  await using proxy = await startProxy(sandbox.rpcUrl, () => undefined, tell);
  expect(find(await analyze({ "56": proxy.url }, mire()), "lp_removed")).toMatchObject({ status: "hit", critical: true });
});

test("without a node, or with one of another chain, the engine is unavailable", async () => {
  await expect(analyze({}, mire())).rejects.toThrow("no RPC endpoint is configured for chain 56");
  await expect(analyze({ "56": "http://127.0.0.1:9" }, mire())).rejects.toThrow(UnavailableError);
  await expect(analyze({ "1": sandbox.rpcUrl }, { ...mire(), chain_id: "1" })).rejects.toThrow("answers for chain 56, not 1");
});

async function headOf(url: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const answer: unknown = await response.json();
  return typeof answer === "object" && answer !== null && "result" in answer ? answer.result : undefined;
}
