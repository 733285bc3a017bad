import type { Address } from "viem";
import type { EvmChainId } from "./chains.ts";

/** An exchange whose pools are found by more than the pair of tokens, beside the V2 exchanges of the chain table. */
export type Venue =
  | { kind: "v3"; name: string; factory: Address; /** In hundredths of a basis point. */ fees: readonly number[] }
  | { kind: "solidly"; name: string; factory: Address };

const UNISWAP_FEES = [100, 500, 3000, 10_000];
const PANCAKE_FEES = [100, 500, 2500, 10_000];
const uniswap = (factory: Address): Venue => ({ kind: "v3", name: "Uniswap V3", factory, fees: UNISWAP_FEES });
/** The same address on each chain. */
const pancake: Venue = {
  kind: "v3",
  name: "PancakeSwap V3",
  factory: "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865",
  fees: PANCAKE_FEES,
};

/**
 * Sources: docs.uniswap.org v3 deployments (of BNB Smart Chain: Uniswap/docs PR 629), developer.pancakeswap.finance v3 addresses, the README
 * of aerodrome-finance/contracts.
 */
const table: Record<EvmChainId, readonly Venue[]> = {
  "1": [uniswap("0x1F98431c8aD98523631AE4a59f267346ea31F984"), pancake],
  "56": [pancake, uniswap("0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7")],
  "8453": [
    uniswap("0x33128a8fC17869897dcE68Ed026d694621f6FDfD"),
    { kind: "solidly", name: "Aerodrome", factory: "0x420DD381b31aEf6683db6B902084cB0FFECe40Da" },
    pancake,
  ],
};

/** The exchanges of a chain that are no V2 copies. */
export const venuesOf = (chain: EvmChainId): readonly Venue[] => table[chain];

/** The one contract that holds the coins of all Uniswap V4 pools (docs.uniswap.org v4 deployments). Undefined: its address there is not known to us. */
export const poolManagers: Partial<Record<EvmChainId, Address>> = {
  "1": "0x000000000004444c5dc75cB358380D2e3dE08A90",
  "8453": "0x498581fF718922c3f8e6A244956aF099B2652b2b",
};
