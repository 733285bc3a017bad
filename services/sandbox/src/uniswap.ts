import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { uniswapCode } from "./artifact.ts";
import type { Ledger } from "./ledger.ts";

/** Where Uniswap V2 and WETH live on Ethereum, and so in the sandbox too: an engine's ordinary chain table finds them. */
export const uniswap = {
  factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f",
  router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
  weth: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
} as const satisfies Record<string, Address>;

/** Storage that the constructors fill: WETH9's name, symbol and decimals, the factory's fee recipient and its setter. */
const CONSTRUCTED_SLOTS = [0n, 1n, 2n];

const pointsAt = parseAbi(["function factory() view returns (address)"]);

/** Deploys the published contracts and moves their code and storage to the addresses they have on Ethereum. */
export async function installUniswap(ledger: Ledger): Promise<void> {
  const one = parseAbiParameters("address feeToSetter");
  const two = parseAbiParameters("address factory, address weth");
  await place(ledger, uniswap.weth, uniswapCode.weth);
  await place(ledger, uniswap.factory, concatHex([uniswapCode.factory, encodeAbiParameters(one, [ledger.owner])]));
  await place(ledger, uniswap.router, concatHex([uniswapCode.router, encodeAbiParameters(two, [uniswap.factory, uniswap.weth])]));
  const factory = await ledger.call(uniswap.router, encodeFunctionData({ abi: pointsAt, functionName: "factory" }));
  if (BigInt(factory) !== BigInt(uniswap.factory)) throw new Error("the sandbox's router does not point at its factory");
}

async function place(ledger: Ledger, address: Address, creation: Hex): Promise<void> {
  const built = await ledger.send({ from: ledger.owner, data: creation });
  await ledger.request("anvil_setCode", [address, await ledger.request("eth_getCode", [built, "latest"])]);
  for (const slot of CONSTRUCTED_SLOTS) {
    const key = numberToHex(slot, { size: 32 });
    await ledger.request("anvil_setStorageAt", [address, key, await ledger.request("eth_getStorageAt", [built, key, "latest"])]);
  }
}
