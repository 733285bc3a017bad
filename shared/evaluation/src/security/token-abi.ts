import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from "viem";
import type { World } from "./open-world.ts";

const abi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
  "function owner() view returns (address)",
  "function getOwner() view returns (address)",
  "function transfer(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function deposit() payable",
  "function mint(address to)",
  "function sync()",
  "function createPair(address a, address b)",
  "function getPair(address a, address b) view returns (address)",
  "function addLiquidityETH(address token, uint256 amount, uint256 minTokens, uint256 minEth, address to, uint256 deadline) payable",
  "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minOut, address[] path, address to, uint256 deadline) payable",
]);

const FOREVER = 2n ** 256n - 1n;
const encode = encodeFunctionData;

/** Calls of tokens and of the exchange. */
export const calls = {
  totalSupply: encode({ abi, functionName: "totalSupply" }),
  owner: encode({ abi, functionName: "owner" }),
  getOwner: encode({ abi, functionName: "getOwner" }),
  deposit: encode({ abi, functionName: "deposit" }),
  sync: encode({ abi, functionName: "sync" }),
  balanceOf: (account: Address): Hex => encode({ abi, functionName: "balanceOf", args: [account] }),
  transfer: (to: Address, value: bigint): Hex => encode({ abi, functionName: "transfer", args: [to, value] }),
  approve: (spender: Address): Hex => encode({ abi, functionName: "approve", args: [spender, FOREVER] }),
  mintShares: (to: Address): Hex => encode({ abi, functionName: "mint", args: [to] }),
  createPair: (a: Address, b: Address): Hex => encode({ abi, functionName: "createPair", args: [a, b] }),
  getPair: (a: Address, b: Address): Hex => encode({ abi, functionName: "getPair", args: [a, b] }),
  addLiquidity: (token: Address, amount: bigint, to: Address): Hex =>
    encode({ abi, functionName: "addLiquidityETH", args: [token, amount, 0n, 0n, to, FOREVER] }),
  buy: (path: readonly [weth: Address, token: Address], to: Address): Hex =>
    encode({ abi, functionName: "swapExactETHForTokensSupportingFeeOnTransferTokens", args: [0n, path, to, FOREVER] }),
} as const;

/** The number a view answers; undefined when it reverts or answers less than a word. */
export async function numberOf(world: World, to: Address, data: Hex): Promise<bigint | undefined> {
  const answer = await world.call(to, data);
  return answer !== undefined && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : undefined;
}

/** The account a view names; undefined when it names none. */
export async function addressOf(world: World, to: Address, data: Hex): Promise<Address | undefined> {
  const answer = await world.call(to, data);
  if (answer?.length !== 66 || BigInt(answer) === 0n || BigInt(answer) >= 2n ** 160n) return undefined;
  return decodeFunctionResult({ abi, functionName: "owner", data: answer });
}

/** What an account holds of a token, 0 when it does not say. */
export const balanceOf = async (world: World, token: Address, account: Address): Promise<bigint> =>
  (await numberOf(world, token, calls.balanceOf(account))) ?? 0n;
