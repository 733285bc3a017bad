import type { ChainId } from "@token-sentiment/contract";
import type { Address } from "viem";

/** A Uniswap V2 style exchange: a factory that knows the pools and the router that trades on them. */
export interface Exchange {
  name: string;
  factory: Address;
  router: Address;
}

/** An EVM chain: its wrapped native coin and the exchanges whose pools against it are looked up. */
export interface Chain {
  id: EvmChainId;
  /** The native coin's symbol. */
  coin: string;
  weth: Address;
  exchanges: readonly Exchange[];
  /** Contracts that keep pool shares for others until a date. */
  lockers: readonly Address[];
}

/** The chains of the contract that are EVM chains. */
export type EvmChainId = Exclude<ChainId, "solana">;

/** Sources: docs.uniswap.org v2 deployments; developer.pancakeswap.finance v2 addresses; lockers from the READMEs of UNCX and PinkLock. */
const table: Record<EvmChainId, Chain> = {
  "1": {
    id: "1",
    coin: "ETH",
    weth: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    exchanges: [
      {
        name: "Uniswap V2",
        factory: "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f",
        router: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
      },
    ],
    lockers: ["0x663A5C229c09b049E36dCc11a9B0d4a8Eb9db214", "0x71B5759d73262FBb223956913ecF4ecC51057641"],
  },
  "56": {
    id: "56",
    coin: "BNB",
    weth: "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
    exchanges: [
      {
        name: "PancakeSwap V2",
        factory: "0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73",
        router: "0x10ED43C718714eb63d5aA57B78B54704E256024E",
      },
      {
        name: "Uniswap V2",
        factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
        router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24",
      },
    ],
    lockers: [
      "0xC765bddB93b0D1c1A88282BA0fa6B2d00E3e0c83",
      "0x7229247bD5cf29FA9B0764Aa1568732be024084b",
      "0x407993575c91ce7643a4d4cCACc9A98c36eE1BBE",
    ],
  },
  "8453": {
    id: "8453",
    coin: "ETH",
    weth: "0x4200000000000000000000000000000000000006",
    exchanges: [
      {
        name: "Uniswap V2",
        factory: "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
        router: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24",
      },
      {
        name: "PancakeSwap V2",
        factory: "0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E",
        router: "0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb",
      },
    ],
    lockers: ["0xc4E637D37113192F4F1F060DaEbD7758De7F4131"],
  },
};

/** The EVM chain of that id, or undefined for a chain that is none. */
export const chainOf = (id: ChainId): Chain | undefined => (id === "solana" ? undefined : table[id]);
