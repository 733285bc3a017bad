import type { Snapshot } from "@token-sentiment/evm";
import { isAddressEqual } from "viem";

/** Custodial stablecoins whose issuers freeze on a court's order, and say so. Addresses from their issuers' pages: circle.com, tether.to, paxos.com. */
const CUSTODIAL: Partial<Record<string, readonly `0x${string}`[]>> = {
  "1": [
    "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", // USDC
    "0xdAC17F958D2ee523a2206206994597C13D831ec7", // USDT
    "0x8E870D67F660D95d5be530380D0eC0bd388289E1", // USDP
    "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", // PYUSD
  ],
  "56": [
    "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", // USDC
    "0x55d398326f99059fF775485246999027B3197955", // USDT
  ],
  "8453": ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"], // USDC
};

/** The token is a known custodian's. */
export const isCustodial = ({ chain, token }: Pick<Snapshot, "chain" | "token">): boolean =>
  (CUSTODIAL[chain.id] ?? []).some((address) => isAddressEqual(address, token));
