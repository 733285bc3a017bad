import type { ChainId } from "@token-sentiment/contract";
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from "viem";
import { uniswapCode } from "./artifact.ts";
import type { Ledger } from "./ledger.ts";

/** The EVM chains that the sandbox can be. */
export type EvmChain = Exclude<ChainId, "solana">;

interface Deployment {
  factory: Address;
  router: Address;
  weth: Address;
  /** Name and symbol of the wrapped coin, where they differ from the published contract's. */
  coin?: [name: string, symbol: string];
}

/** Where the exchange and the wrapped coin live on each chain, and so in the sandbox too: an engine's ordinary chain table finds them. */
export const deployments: Readonly<Record<EvmChain, Deployment>> = {
  "1": {
    factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f",
    router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
    weth: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  },
  // PancakeSwap's addresses; its code is a copy of Uniswap's, which is what stands here
  "56": {
    factory: "0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73",
    router: "0x10ED43C718714eb63d5aA57B78B54704E256024E",
    weth: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
    coin: ["Wrapped BNB", "WBNB"],
  },
  "8453": {
    factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
    router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24",
    weth: "0x4200000000000000000000000000000000000006",
  },
};

/** Storage that the constructors fill: WETH9's name, symbol and decimals, the factory's fee recipient and its setter. */
const CONSTRUCTED_SLOTS = [0n, 1n, 2n];

const pointsAt = parseAbi(["function factory() view returns (address)"]);

/** Deploys the published contracts and moves their code and storage to the addresses they have on that chain. */
export async function installUniswap(ledger: Ledger, chain: EvmChain): Promise<void> {
  const { factory, router, weth, coin } = deployments[chain];
  const one = parseAbiParameters("address feeToSetter");
  const two = parseAbiParameters("address factory, address weth");
  await place(ledger, weth, uniswapCode.weth);
  for (const [slot, text] of (coin ?? []).entries()) {
    await ledger.request("anvil_setStorageAt", [weth, numberToHex(slot, { size: 32 }), shortString(text)]);
  }
  await place(ledger, factory, concatHex([uniswapCode.factory, encodeAbiParameters(one, [ledger.owner])]));
  await place(ledger, router, concatHex([uniswapCode.router, encodeAbiParameters(two, [factory, weth])]));
  const pointed = await ledger.call(router, encodeFunctionData({ abi: pointsAt, functionName: "factory" }));
  if (BigInt(pointed) !== BigInt(factory)) throw new Error("the sandbox's router does not point at its factory");
}

/** A string below 32 bytes as Solidity stores it: the bytes, and twice their number at the end. */
const shortString = (text: string): Hex => concatHex([stringToHex(text, { size: 31 }), numberToHex(2 * text.length, { size: 1 })]);

async function place(ledger: Ledger, address: Address, creation: Hex): Promise<void> {
  const built = await ledger.send({ from: ledger.owner, data: creation });
  await ledger.request("anvil_setCode", [address, await ledger.request("eth_getCode", [built, "latest"])]);
  for (const slot of CONSTRUCTED_SLOTS) {
    const key = numberToHex(slot, { size: 32 });
    await ledger.request("anvil_setStorageAt", [address, key, await ledger.request("eth_getStorageAt", [built, key, "latest"])]);
  }
}
