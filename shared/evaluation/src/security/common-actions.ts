import { type AbiFunction, type Address, parseAbi, toFunctionSelector } from "viem";
import { z } from "zod";
import type { World } from "./open-world.ts";

/** Functions by which owners open their tokens, as they are commonly called: all there is to go by without source. */
const COMMON = parseAbi([
  "function openTrading()",
  "function enableTrading()",
  "function startTrading()",
  "function tradingOpen()",
  "function launch()",
  "function start()",
  "function open()",
  "function unpause()",
  "function unfreeze()",
  "function release()",
  "function releaseTokenTransfer()",
  "function enableTransfer()",
  "function enableTransfers()",
  "function enableTokenTransfer()",
  "function enableTransfers(bool enabled)",
  "function setTradingEnabled(bool enabled)",
  "function setTrading(bool enabled)",
  "function setTransferable(bool enabled)",
  "function setTransfersEnabled(bool enabled)",
  "function initialize()",
  "function initialize(address owner)",
  "function setReleaseAgent(address owner)",
  "function setPair(address pair)",
  "function setUniswapPair(address pair)",
  "function setAutomatedMarketMakerPair(address pair, bool value)",
  "function mint(address owner, uint256 amount)",
  "function mint(uint256 amount)",
  "function issue(uint256 amount)",
  "function issue(address owner, uint256 amount)",
  "function generateTokens(address owner, uint256 amount)",
]);

/** Those of the common functions that a code has. */
export async function commonActions(world: World, token: Address): Promise<AbiFunction[]> {
  const code = z.string().parse(await world.request("eth_getCode", [token, "latest"]));
  return COMMON.filter((action) => code.includes(toFunctionSelector(action).slice(2)));
}
