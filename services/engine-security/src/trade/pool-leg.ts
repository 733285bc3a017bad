import type { Answer, RpcCall, Snapshot } from "@token-sentiment/evm";
import { amountOf, balanceOf, legOf, type Legs, nobody, readSimulation, simulateCall, taxBps, transfer } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

/** T5: the pool itself sends tokens to a wallet, which sends them back at three times. No router, so it fits any pool. */
export function poolLegCall({ market: { token, pair }, amount, part }: Sizing, { block }: Snapshot): RpcCall {
  const wallet = nobody(`wallet for ${token}`);
  const back = [balanceOf(token, pair), transfer(token, wallet, { to: pair, value: part }), balanceOf(token, pair)];
  const out = [transfer(token, pair, { to: wallet, value: amount }), balanceOf(token, wallet)];
  return simulateCall([[...out, ...back], back, back], wallet, block);
}

/** What became of it; undefined when the node could not simulate. */
export function readPoolLeg(answer: Answer | undefined, { amount, part }: Sizing, { block }: Snapshot): Legs | undefined {
  const blocks = readSimulation(answer, block);
  if (!blocks) return undefined;
  const [[sent, held, ...first], second, third] = blocks;
  const got = amountOf(held);
  const sells = [first, second, third].map((sale) => legOf(part, sale));
  if (sent === undefined || got === undefined) return { buy: { ok: false }, sells, short: true };
  return { buy: { ok: true, taxBps: taxBps(amount, got) }, sells, short: got < 3n * part };
}
