import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Example } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { encodeFunctionData, getAddress, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

const ROUTER = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
const FACTORY = "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const abi = parseAbi([
  "function getPair(address,address) view returns (address)",
  "function feeToSetter() view returns (address)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const Head = z.object({ timestamp: z.string() });
const Answer = z.object({ result: z.unknown() });

async function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  return Answer.parse(await response.json()).result;
}
const call = async (to: string, data: string) => BigInt(z.string().parse(await rpc(sandbox.rpcUrl, "eth_call", [{ to, data }, "latest"])));

test("the node answers for chain 1 and its head is now", async () => {
  expect(Number(await rpc(sandbox.rpcUrl, "eth_chainId", []))).toBe(1);
  const block = Head.parse(await rpc(sandbox.rpcUrl, "eth_getBlockByNumber", ["latest", false]));
  expect(Math.abs(Number(block.timestamp) - Date.now() / 1000)).toBeLessThan(60);
});

test("Uniswap V2 and WETH are where they are on Ethereum, with their storage", async () => {
  expect(await call(WETH, encodeFunctionData({ abi, functionName: "decimals" }))).toBe(18n);
  expect(await call(FACTORY, encodeFunctionData({ abi, functionName: "feeToSetter" }))).toBe(BigInt(sandbox.accounts[0] ?? 0));
  expect(await rpc(sandbox.rpcUrl, "eth_getCode", [ROUTER, "latest"])).toMatch(/^0x60/);
});

test("every token has a funded pool that the factory knows", async () => {
  expect(Object.keys(sandbox.tokens)).toHaveLength(sandbox.examples.length);
  for (const { address, pair } of Object.values(sandbox.tokens)) {
    expect(await call(FACTORY, encodeFunctionData({ abi, functionName: "getPair", args: [address, WETH] }))).toBe(BigInt(pair));
    expect(await call(WETH, encodeFunctionData({ abi, functionName: "balanceOf", args: [pair] }))).toBeGreaterThan(10n ** 19n);
  }
});

test("every chain answers for its own id, with its tokens at the exchange of that chain", async () => {
  await using all = await startSandbox({ chains: ["1", "56", "8453"] });
  expect(Object.keys(all.rpcUrls)).toEqual(["1", "56", "8453"]);
  for (const [chain, url] of Object.entries(all.rpcUrls)) expect(Number(await rpc(url, "eth_chainId", []))).toBe(Number(chain));
  expect(new Set(all.world.map(({ chain_id }) => chain_id)).size).toBe(3);
  expect(new Set(all.world.map(({ contract_address }) => contract_address)).size).toBe(all.world.length);
  const exchanges: Record<string, { factory: string; coin: string; symbol: string }> = {
    "56": {
      factory: "0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73",
      coin: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
      symbol: "WBNB",
    },
    "8453": {
      factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
      coin: "0x4200000000000000000000000000000000000006",
      symbol: "WETH",
    },
  };
  for (const { chain_id, token, pair, rpcUrl } of all.pools.filter((pool) => pool.chain_id !== "1")) {
    const { factory = "", coin = "", symbol = "" } = exchanges[chain_id] ?? {};
    const view = async (to: string, data: string) => z.string().parse(await rpc(rpcUrl, "eth_call", [{ to, data }, "latest"]));
    const known = await view(factory, encodeFunctionData({ abi, functionName: "getPair", args: [getAddress(token), getAddress(coin)] }));
    expect(BigInt(known)).toBe(BigInt(pair));
    const name = await view(coin, encodeFunctionData({ abi, functionName: "symbol" }));
    expect(Buffer.from(name.slice(130), "hex").toString().replaceAll("\0", "")).toBe(symbol);
  }
});

test("the plain token's pool shares lie where nobody can take them back", async () => {
  const pair = sandbox.tokens["OAK"]?.pair ?? "";
  const burned = await call(pair, encodeFunctionData({ abi, functionName: "balanceOf", args: [`0x${"0".repeat(36)}dEaD`] }));
  const supply = await call(pair, encodeFunctionData({ abi, functionName: "totalSupply" }));
  expect(supply - burned).toBe(1000n); // the factory's own minimum
});

test("the examples are what the gateway publishes, and none of them says what to conclude", () => {
  for (const example of sandbox.examples) {
    expect(Example.parse(example)).toEqual(example);
    expect(example.note).not.toMatch(/scam|honeypot|safe|rug|LIQUIDATE|ACCUMULATE|HOLD\b/i);
  }
});

test("two sandboxes deploy the same tokens at the same addresses", async () => {
  await using other = await startSandbox({ endsAt: Date.UTC(2026, 0, 1) });
  expect(other.tokens).toEqual(sandbox.tokens);
});

test("a port in use is a sentence that names it", async () => {
  const port = Number(new URL(sandbox.rpcUrl).port);
  await expect(startSandbox({ port })).rejects.toThrow(`port ${port} is in use`);
});

test("the node dies with its parent, even after kill -9", async () => {
  const script =
    'const s = await (await import("@token-sentiment/sandbox")).startSandbox(); console.log(s.rpcUrl); setInterval(() => {}, 1e6);';
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = z.tuple([z.string()]).parse(await once(createInterface(parent.stdout), "line"));
  expect(Number(await rpc(url, "eth_chainId", []))).toBe(1);
  parent.kill("SIGKILL");
  const alive = () =>
    rpc(url, "eth_chainId", []).then(
      () => true,
      () => false,
    );
  const deadline = Date.now() + 10_000;
  while ((await alive()) && Date.now() < deadline) await delay(20);
  expect(await alive()).toBe(false);
});
