import { z } from "zod";

/** The chains a token may live on: Ethereum, BNB Smart Chain, Base (by EIP-155 id) and Solana. */
export const ChainId = z.enum(["1", "56", "8453", "solana"]);
export type ChainId = z.infer<typeof ChainId>;
