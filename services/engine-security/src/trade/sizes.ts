import type { Answer, RpcCall, Snapshot } from "@token-sentiment/evm";
import type { Address } from "viem";
import { amountOf, balanceOf, nobody, readSimulation, simulateCall, type Step, transfer } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

/** Basis points of the supply: 0.01 %, 0.1 %, 1 %, 5 %. */
const SIZES_BPS = [1, 10, 100, 500] as const;

/** How much of the supply can be sold at once. */
export interface Sizes {
  /** The sizes that the pool holds enough for, in basis points of the supply. */
  tried: number[];
  /** The largest that went through; undefined: none. */
  largest: number | undefined;
  /** The smallest that did not; undefined: none. */
  refused: number | undefined;
}

const holderOf = (token: Address, bps: number): Address => nobody(`holder of ${bps} of ${token}`);
/** A pool that gives up more than half of what it has proves nothing about a sale. */
const fits = ({ pool }: Sizing, amount: bigint): boolean => amount > 0n && amount * 2n <= pool.tokenReserve;
const amountFor = (bps: number, { supply }: Snapshot): bigint => ((supply ?? 0n) * BigInt(bps)) / 10_000n;
const triedOf = (sizing: Sizing, snapshot: Snapshot): number[] => SIZES_BPS.filter((bps) => fits(sizing, amountFor(bps, snapshot)));

/** S05: the pool gives each wallet a part of the supply, and a day later each sends it back at once. */
export function sizesCall(sizing: Sizing, snapshot: Snapshot): RpcCall {
  const { token, pair } = sizing.market;
  const tried = triedOf(sizing, snapshot);
  const out = tried.map((bps): Step => transfer(token, pair, { to: holderOf(token, bps), value: amountFor(bps, snapshot) }));
  const back = tried.flatMap((bps): Step[] => {
    const wallet = holderOf(token, bps);
    const parts = KEPT.map((percent) => transfer(token, wallet, { to: pair, value: (amountFor(bps, snapshot) * percent) / 100n }));
    return [balanceOf(token, wallet), ...parts];
  });
  return simulateCall([out, [], back], pair, snapshot.block);
}

/** Percent of the size that a wallet sends back: all of it, or as much as a tax may have left. The first that goes through leaves nothing for the next. */
const KEPT = [100n, 90n, 70n, 50n] as const;

/** What became of it; undefined when the node could not simulate, or nothing could be tried. */
export function readSizes(answer: Answer | undefined, sizing: Sizing, snapshot: Snapshot): Sizes | undefined {
  const blocks = readSimulation(answer, snapshot.block);
  if (!blocks) return undefined;
  const [out, , back] = blocks;
  const tried = triedOf(sizing, snapshot).flatMap((bps, index) => {
    const [held, ...sales] = back.slice(index * (KEPT.length + 1), (index + 1) * (KEPT.length + 1));
    // what a wallet could not get is a limit on holding: as good as one on selling
    const received = out[index] !== undefined && (amountOf(held) ?? 0n) > 0n;
    return [{ bps, ok: received && sales.some((sale) => sale !== undefined) }];
  });
  if (tried.length === 0) return undefined;
  return {
    tried: tried.map(({ bps }) => bps),
    largest: tried.findLast(({ ok }) => ok)?.bps,
    refused: tried.find(({ ok }) => !ok)?.bps,
  };
}
