/** The USDC of a network: its contract, and the name and version of its EIP-712 domain. Six decimals each. */
export interface KnownAsset {
  /** Lower case. */
  asset: string;
  name: string;
  version: string;
}

/** By CAIP-2 id; from Circle's list of contracts, as `@x402/evm` 2.27.0 has them. */
export const knownAssets: Readonly<Record<string, KnownAsset>> = {
  "eip155:1": { asset: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", name: "USD Coin", version: "2" },
  "eip155:8453": { asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", name: "USD Coin", version: "2" },
  "eip155:84532": { asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e", name: "USDC", version: "2" },
};
