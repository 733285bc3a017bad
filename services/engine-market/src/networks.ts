/** Chains as GeckoTerminal calls them, by ours. */
export const networks: Readonly<Record<string, string>> = { "1": "eth", "56": "bsc", "8453": "base", solana: "solana" };
