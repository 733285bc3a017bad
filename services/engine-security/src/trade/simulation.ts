import { type Answer, HexText, type RpcCall } from "@token-sentiment/evm";
import { type Address, encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi, size, stringToHex, slice } from "viem";
import { z } from "zod";

/** One transaction of a simulated block. */
export interface Step {
  from: Address;
  to: Address;
  data: Hex;
  value?: bigint;
}

/** One sale at one time. */
export interface Leg {
  ok: boolean;
  /** What of the amount did not arrive, in basis points; only when it is ok. */
  taxBps?: number;
}

/** A purchase and three sales: in its block, two blocks later, and a day later. */
export interface Legs {
  buy: Leg;
  sells: Leg[];
  /** The buyer received too little to sell three times: a tax so high that the sales say nothing. */
  short: boolean;
}

/** What a sequence of steps reads, by position within its block: balances around each transfer. */
const tokenAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
]);

export const balanceOf = (token: Address, account: Address): Step => ({
  from: account,
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args: [account] }),
});
export const approve = (token: Address, from: Address, spender: Address): Step => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spender, 2n ** 256n - 1n] }),
});
export const transfer = (token: Address, from: Address, to: { to: Address; value: bigint }): Step => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [to.to, to.value] }),
});

/** An address without code or history, the same for the same words. */
export const nobody = (words: string): Address => slice(keccak256(stringToHex(words)), 12);

/** Some nodes grant no more blocks than 16 in one simulation. */
const LAST_BLOCK = 15n;
const DAY = 86_400n;
/** Gas of one simulated transaction: enough for any transfer or swap. */
export const STEP_GAS = "0x124f80";
const RICH = "0xd3c21bcecceda1000000";

/** Three blocks in one `eth_simulateV1`: the next one, two later, and the fifteenth with its clock a day ahead. */
export function simulateCall(
  blocks: readonly [Step[], Step[], Step[]],
  who: Address,
  at: { number: bigint; time: bigint; tag: Hex },
): RpcCall {
  const calls = (steps: Step[]) =>
    steps.map(({ value, ...step }) => ({ ...step, gas: STEP_GAS, ...(value === undefined ? {} : { value: numberToHex(value) }) }));
  const later = (blocksOn: bigint, seconds: bigint) => ({
    number: numberToHex(at.number + blocksOn),
    time: numberToHex(at.time + seconds),
  });
  return {
    method: "eth_simulateV1",
    params: [
      {
        blockStateCalls: [
          { stateOverrides: { [who]: { balance: RICH } }, blockOverrides: later(1n, 12n), calls: calls(blocks[0]) },
          { blockOverrides: later(3n, 36n), calls: calls(blocks[1]) },
          { blockOverrides: later(LAST_BLOCK, DAY), calls: calls(blocks[2]) },
        ],
        validation: false,
      },
      at.tag,
    ],
  };
}

/** What one simulated step returned; undefined where it reverted. */
export type Returned = Hex | undefined;

const Simulated = z.array(z.object({ number: HexText, calls: z.array(z.object({ status: HexText, returnData: HexText })) }));

/** What the steps of the three blocks returned; undefined when there was no simulation. */
export function readSimulation(answer: Answer | undefined, at: { number: bigint }): [Returned[], Returned[], Returned[]] | undefined {
  if (answer?.kind !== "ok") return undefined;
  const simulated = Simulated.safeParse(answer.result);
  // geth fills the gaps between our numbers with empty blocks, others do not: found by number
  const block = (on: bigint): Returned[] =>
    simulated.data
      ?.find(({ number }) => BigInt(number) === at.number + on)
      ?.calls.map(({ status, returnData }) => (BigInt(status) === 1n ? returnData : undefined)) ?? [];
  return [block(1n), block(3n), block(LAST_BLOCK)];
}

/** The number a step returned. */
export const amountOf = (returned: Returned): bigint | undefined =>
  returned !== undefined && size(returned) >= 32 ? BigInt(slice(returned, 0, 32)) : undefined;

/** What of `sent` did not arrive, in basis points, rounded. */
export function taxBps(sent: bigint, arrived: bigint): number {
  if (sent <= 0n || arrived >= sent) return 0;
  return Number(((sent - (arrived > 0n ? arrived : 0n)) * 10_000n + sent / 2n) / sent);
}

/** A sale between two readings of the pool's balance. */
export function legOf(sent: bigint, [before, sold, after]: readonly Returned[]): Leg {
  const [start, end] = [amountOf(before), amountOf(after)];
  return sold === undefined || start === undefined || end === undefined ? { ok: false } : { ok: true, taxBps: taxBps(sent, end - start) };
}
