import { compileContracts } from "@token-sentiment/evm/compile";
import { startSandbox } from "@token-sentiment/sandbox";
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEther,
} from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import { analyze, find, unknowns } from "./analyze.ts";

const FACTORY = "0x1F98431c8aD98523631AE4a59f267346ea31F984";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const FEE = 3000;
const Answer = z.object({ result: z.unknown() });
const Receipt = z.object({ status: z.literal("0x1"), contractAddress: z.string().nullish() });
const isHex = (text: unknown): text is Hex => typeof text === "string" && text.startsWith("0x");
const hexOf = (text: unknown): Hex => (isHex(text) ? text : expect.fail("not hex"));
const abi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function deposit() payable",
  "function set(address pool, uint24 fee)",
  "function add(uint256 amount0, uint256 amount1)",
  "function remove(uint256 amount0, uint256 amount1)",
  "function swap(int256 amount0, int256 amount1, uint160 root, uint128 liquidity)",
]);

test("a token that trades in a V3 pool alone is judged by it: a sale, a drain by its owner, and positions that are not read", async () => {
  await using sandbox = await startSandbox();
  const request = async (method: string, params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(sandbox.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    return Answer.parse(await response.json()).result;
  };
  const send = async (from: Address, fields: { to?: Address; data: Hex; value?: Hex }) =>
    Receipt.parse(await request("eth_sendTransactionSync", [{ from, gas: "0x5b8d80", ...fields }])).contractAddress;
  const [owner, whale] = sandbox.accounts;
  if (!owner || !whale) expect.fail("there are accounts");
  const contracts = await compileContracts(new URL("contracts/", import.meta.url));
  const artifact = (name: string) => contracts.find(({ contract }) => contract === name) ?? expect.fail(`there is no ${name}`);

  const created = await send(owner, { data: hexOf(artifact("Coin").bytecode) });
  const token = hexOf(created);
  const tokenFirst = BigInt(token) < BigInt(WETH);
  const pair = <T>(ofToken: T, ofCoin: T): readonly [T, T] => (tokenFirst ? [ofToken, ofCoin] : [ofCoin, ofToken]);
  /** sqrtPriceX96 of a price of `coins` for one token. */
  const root = (coins: number): bigint => BigInt(Math.round(Math.sqrt(tokenFirst ? coins : 1 / coins) * 2 ** 96));
  const args = encodeAbiParameters(parseAbiParameters("address a, address b, uint160 root"), [...pair<Address>(token, WETH), root(0.0004)]);
  const pool = hexOf(await send(owner, { data: concatHex([hexOf(artifact("V3Pool").bytecode), args]) }));
  await request("anvil_setCode", [FACTORY, artifact("V3Factory").deployedBytecode]);
  await send(owner, { to: FACTORY, data: encodeFunctionData({ abi, functionName: "set", args: [pool, FEE] }) });

  const eth = parseEther;
  await send(owner, { to: token, data: encodeFunctionData({ abi, functionName: "transfer", args: [whale, eth("100000")] }) });
  for (const account of [owner, whale]) {
    await send(account, { to: token, data: encodeFunctionData({ abi, functionName: "approve", args: [pool, 2n ** 255n] }) });
    await send(account, { to: WETH, data: encodeFunctionData({ abi, functionName: "approve", args: [pool, 2n ** 255n] }) });
  }
  await send(owner, { to: WETH, data: encodeFunctionData({ abi, functionName: "deposit" }), value: `0x${eth("100").toString(16)}` });
  await send(owner, { to: pool, data: encodeFunctionData({ abi, functionName: "add", args: pair(eth("250000"), eth("100")) }) });
  const swap = [...pair(eth("100000"), -eth("25")), root(0.0002), eth("4269")] as const;
  await send(whale, { to: pool, data: encodeFunctionData({ abi, functionName: "swap", args: swap }) });
  await send(owner, { to: pool, data: encodeFunctionData({ abi, functionName: "remove", args: pair(eth("315000"), eth("67.5")) }) });

  const analysis = await analyze({ "1": sandbox.rpcUrl }, { chain_id: "1", address: token });
  const drawdown = find(analysis, "drawdown");
  expect(drawdown).toMatchObject({ values: { trades: 1, venue: "Uniswap V3", pool: getAddress(pool) } });
  // 25 of 4,269 of liquidity moved the root from about 0.02 to 0.01414
  expect(drawdown?.values["drawdown"]).toBeCloseTo(0.5, 1);
  expect(find(analysis, "lp_removed")).toMatchObject({ status: "hit", critical: true, values: { account: owner.toLowerCase() } });
  expect(find(analysis, "lp_removed")?.values["removed"]).toBeCloseTo(0.9, 2);
  expect(find(analysis, "lp_held")?.text).toBe("who can take the liquidity out unknown: its positions are NFTs, whose owners are not read");
  expect(unknowns(analysis)).toContain("lp_held");
  expect(find(analysis, "sell_concentration")?.values["sellers"]).toBe(1);
});
