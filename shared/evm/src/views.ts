import { type Address, encodeFunctionData, parseAbi } from "viem";
import type { View } from "./probes.ts";

const abi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function owner() view returns (address)",
  "function getOwner() view returns (address)",
  "function implementation() view returns (address)",
  "function getPair(address a, address b) view returns (address)",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function token0() view returns (address)",
  "function getThreshold() view returns (uint256)",
  "function getMinDelay() view returns (uint256)",
  "function delay() view returns (uint256)",
  "function balanceOf(address account) view returns (uint256)",
]);

type Plain = Exclude<(typeof abi)[number]["name"], "getPair" | "balanceOf">;
const plain =
  (functionName: Plain) =>
  (to: Address): View => ({ to, data: encodeFunctionData({ abi, functionName }) });

/** View calls, for the aggregate. */
export const views = {
  totalSupply: plain("totalSupply"),
  owner: plain("owner"),
  getOwner: plain("getOwner"),
  implementation: plain("implementation"),
  getReserves: plain("getReserves"),
  token0: plain("token0"),
  getThreshold: plain("getThreshold"),
  getMinDelay: plain("getMinDelay"),
  delay: plain("delay"),
  balanceOf: (to: Address, account: Address): View => ({
    to,
    data: encodeFunctionData({ abi, functionName: "balanceOf", args: [account] }),
  }),
  getPair: (to: Address, pair: readonly [Address, Address]): View => ({
    to,
    data: encodeFunctionData({ abi, functionName: "getPair", args: pair }),
  }),
} as const;
