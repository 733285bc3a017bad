import { z } from "zod";

/** The chains a token may live on: Ethereum, BNB Smart Chain, Base (by EIP-155 id) and Solana. */
export const ChainId = z.enum(["1", "56", "8453", "solana"]);
export type ChainId = z.infer<typeof ChainId>;

/** How a chain's contracts are called and looked at: the EVM, or Solana's own machine. A subject names it, so that one filter is enough for a kind of engine. */
export type ChainFamily = "evm" | "svm";

/** The family of each chain. */
export const familyOf: Readonly<Record<ChainId, ChainFamily>> = { 1: "evm", 56: "evm", 8453: "evm", solana: "svm" };
