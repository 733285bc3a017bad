import type { Answer, RpcCall, Snapshot } from "@token-sentiment/evm";
import { encodeFunctionData, parseAbi } from "viem";
import { amountOf, approve, balanceOf, legOf, type Legs, nobody, readSimulation, simulateCall, type Step, taxBps } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

const routerAbi = parseAbi([
  "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minOut, address[] path, address to, uint256 deadline) payable",
  "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minOut, address[] path, address to, uint256 deadline)",
]);
const FOREVER = 2n ** 256n - 1n;

/** T4: an account without code buys through the exchange's router, and sells there at three times. */
export function routeCall({ market, coins, part }: Sizing, { block }: Snapshot): RpcCall {
  const { token, pair, router, weth } = market;
  const buyer = nobody(`buyer of ${token}`);
  const buy: Step = {
    from: buyer,
    to: router,
    value: coins,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: "swapExactETHForTokensSupportingFeeOnTransferTokens",
      args: [0n, [weth, token], buyer, FOREVER],
    }),
  };
  const swap: Step = {
    from: buyer,
    to: router,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: "swapExactTokensForETHSupportingFeeOnTransferTokens",
      args: [part, 0n, [token, weth], buyer, FOREVER],
    }),
  };
  const inPool = balanceOf(token, pair);
  const sell = [inPool, swap, inPool];
  const open = [inPool, buy, inPool, balanceOf(token, buyer), approve(token, buyer, router)];
  return simulateCall([[...open, ...sell], sell, sell], buyer, block);
}

/** What became of it; undefined when the node could not simulate. */
export function readRoute(answer: Answer | undefined, { part }: Sizing, { block }: Snapshot): Legs | undefined {
  const blocks = readSimulation(answer, block);
  if (!blocks) return undefined;
  const [[before, bought, after, held, , ...first], second, third] = blocks;
  const [start, end, got] = [amountOf(before), amountOf(after), amountOf(held)];
  const sells = [first, second, third].map((sale) => legOf(part, sale));
  if (bought === undefined || start === undefined || end === undefined || got === undefined)
    return { buy: { ok: false }, sells, short: true };
  return { buy: { ok: true, taxBps: taxBps(start - end, got) }, sells, short: got < 3n * part };
}
